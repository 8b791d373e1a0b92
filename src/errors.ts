/** The base of every error that a program, not a model, is meant to see. `code` is stable, the message is not. */
export class SwitchboardError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}
