/** What happens between us and a broker. `url` never carries credentials. */
export type BrokerEvent =
  | { readonly type: "broker.connected"; readonly url: string }
  /** The connection ended or could not be made; the next attempt follows in `retryInMs`. */
  | {
      readonly type: "broker.lost";
      readonly url: string;
      readonly reason: string;
      readonly retryInMs: number;
    }
  /** The broker does not let us listen to one of these topics: nothing comes of it. */
  | { readonly type: "broker.refused"; readonly url: string; readonly filters: readonly string[] }
  /** A message that was not sent: it waited too long, or too many waited. */
  | { readonly type: "broker.dropped"; readonly topic: string; readonly reason: "stale" | "overflow" };
