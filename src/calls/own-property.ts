/**
 * Sets a property that a model named. Plain assignment to `__proto__` would change the prototype; this
 * makes it data like any other key, as `JSON.parse` does.
 */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}
