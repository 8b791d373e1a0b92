/** What a request must lead to. Calls are compared whole; a call that is not expected is a wrong action. */
export interface ExpectedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * - `asks`: a question back, for a missing argument or between readings, and no call;
 * - `refuses`: says that it did nothing, and asks nothing;
 * - `noAction`: either of them.
 */
export type Outcome = readonly ExpectedCall[] | "asks" | "refuses" | "noAction";

/** Where a careful person would be content with more than one outcome, any of them is right. */
export interface EitherOutcome {
  readonly anyOf: readonly Outcome[];
}

export type Expected = Outcome | EitherOutcome;

/** One sentence, or what is said turn after turn: only the last turn may lead to calls. */
export type Request = readonly [said: string | readonly string[], expected: Expected];

export const either = (...anyOf: readonly Outcome[]): EitherOutcome => ({ anyOf });

export const outcomesOf = (expected: Expected): readonly Outcome[] =>
  typeof expected === "object" && "anyOf" in expected ? expected.anyOf : [expected];

/** Any of the outcomes of any of these. */
export const or = (...all: readonly Expected[]): EitherOutcome => either(...all.flatMap(outcomesOf));

/** The calls of all of these, one after the other, each in any of its forms. */
export const inTurn = (...all: readonly Expected[]): EitherOutcome => {
  let joined: readonly (readonly ExpectedCall[])[] = [[]];
  for (const expected of all) {
    const forms = outcomesOf(expected).filter((outcome) => typeof outcome !== "string");
    joined = joined.flatMap((before) => forms.map((form) => [...before, ...form]));
  }
  return either(...joined);
};

export const asks = "asks";
export const refuses = "refuses";
export const noAction = "noAction";

const call = (name: string, args: Readonly<Record<string, unknown>> = {}): readonly ExpectedCall[] => [
  { name, args },
];

/** A Monday, at nine in the morning. */
export const now = new Date(2026, 10, 16, 9, 0, 0);

/** `2026-11-17T15:00` in the zone of this machine, as RFC 3339 has it. */
export function local(text: string): string {
  const offset = -new Date(text).getTimezoneOffset();
  const pad = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, "0");
  return `${text}:00${offset < 0 ? "-" : "+"}${pad(offset / 60)}:${pad(offset % 60)}`;
}

export const devices = call("list_zwave_devices");
export const switched = (deviceName: string, action: "on" | "off") =>
  call("control_zwave_device", { deviceName, action });
export const dimmed = (deviceName: string, level: number) =>
  call("control_zwave_device", { deviceName, action: "dim", level });
export const sensor = (deviceName: string) => call("get_device_sensor_data", { deviceName });
export const verified = (deviceName: string) => call("verify_device", { deviceName });
export const thermostat = (temperature: number) => call("set_thermostat", { temperature });
export const thermostatIn = (mode: string, temperature: number) =>
  call("set_thermostat", { temperature, mode });
export const lock = (door: string, locked: boolean) => call("set_door_lock", { door, locked });
export const datetime = (timezone?: string) =>
  call("get_current_datetime", timezone === undefined ? {} : { timezone });
export const calculated = (expression: string) => call("calculate", { expression });
export const uuid = call("generate_uuid");
export const echoed = (text: string) => call("echo", { text });
export const searched = (query: string) => call("search_web", { query });
export const volume = (action: string, level?: number) =>
  call("control_speaker_volume", level === undefined ? { action } : { action, level });
export const event = (title: string, start: string, others: Readonly<Record<string, unknown>> = {}) =>
  call("create_calendar_event", { title, start: local(start), ...others });
export const currency = (amount: number, from: string, to: string) =>
  call("convert_currency", { amount, from, to });
export const message = (recipient: string, text: string) => call("send_message", { recipient, text });
export const music = (query: string) => call("play_music", { query });
export const timer = (durationSeconds: number, label?: string) =>
  call("set_timer", label === undefined ? { durationSeconds } : { durationSeconds, label });
export const shopping = (...items: string[]) => call("add_to_shopping_list", { items });
export const weather = (location: string, date?: string) =>
  call("get_weather", date === undefined ? { location } : { location, date });
export const translated = (text: string, targetLanguage: string) =>
  call("translate_text", { text, targetLanguage });
export const stock = (symbol: string) => call("get_stock_price", { symbol });
export const alarm = (time: string) => call("set_alarm", { time });
export const recipe = (ingredient: string) => call("find_recipe", { ingredient });
export const table = (restaurant: string, people: number, time: string) =>
  call("book_table", { restaurant, people, time: local(time) });
