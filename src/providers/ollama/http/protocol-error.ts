/** What came is not HTTP as it is written down: nothing that follows on its connection can be trusted. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}
