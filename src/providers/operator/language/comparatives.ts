/** What changes, and which way: "louder" is the volume, up. For whatever tool has a word for the one and the other. */
export const comparatives: ReadonlyMap<string, readonly [what: string, way: "up" | "down"]> = new Map(
  Object.entries({
    louder: ["volume", "up"],
    quieter: ["volume", "down"],
    softer: ["volume", "down"],
    brighter: ["brightness", "up"],
    dimmer: ["brightness", "down"],
    darker: ["brightness", "down"],
    warmer: ["temperature", "up"],
    hotter: ["temperature", "up"],
    colder: ["temperature", "down"],
    cooler: ["temperature", "down"],
    faster: ["speed", "up"],
    slower: ["speed", "down"],
  }),
);
