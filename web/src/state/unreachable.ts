/** The default of a switch over a closed union: a case that is missing does not compile. */
export function unreachable(message: never): never {
  throw new Error(`a message nobody handles: ${JSON.stringify(message)}`);
}
