/** Which words announce a value, by what the parameter is called. */
const markersByName: readonly (readonly [names: RegExp, markers: string])[] = [
  [/^(?:location|city|place|region|country|address|where|venue|town|timezone)$/, "in at near for"],
  [/^(?:room|zone|area|floor)$/, "in"],
  [/^(?:station|stop|airport|port)$/, "from at"],
  [/^(?:folder|directory|repository|repo|project|board|channel|playlist|category)$/, "in into to"],
  [/^(?:assignee|owner|user|username)$/, "to for"],
  [/^(?:topping|toppings|extra|extras)$/, "with"],
  [/^(?:restaurant|hotel|shop|store)$/, "at in"],
  [/^(?:recipient|to|contact|receiver|target|destination|addressee)$/, "to"],
  [/^(?:person|attendee|guest|participant)$/, "with to"],
  [/^(?:text|message|body|content|note|comment)$/, "saying says say that : reading"],
  [/^(?:query|search|keyword|keywords|term|question|topic|subject|q)$/, "for about"],
  [/^(?:title|name|label|caption|heading)$/, "called named titled labelled labeled entitled for"],
  [/^(?:language|lang)$/, "in into to"],
  [/^(?:from|source|origin)$/, "from"],
  [/^(?:to|target|destination)$/, "to into in"],
  [/^(?:ingredient|ingredients)$/, "with using of for from containing uses use including featuring"],
  [/^(?:artist|author|by)$/, "by from"],
  [/^(?:symbol|ticker|company)$/, "of for"],
  [/^(?:unit|units)$/, "in"],
];

/** `location` → in, at, near, for. */
export function markersOf(parameterWords: readonly string[]): ReadonlySet<string> {
  const last = parameterWords.at(-1) ?? "";
  const found = markersByName.filter(([names]) => names.test(last));
  return new Set(found.flatMap(([, markers]) => markers.split(" ")));
}
