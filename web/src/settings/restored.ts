/** Stored choices laid over the defaults: only keys that exist, only values of the same kind. */
export function restored<Shape extends object>(defaults: Shape, stored: unknown): Shape {
  const result: Record<string, unknown> = structuredClone(defaults) as Record<string, unknown>;
  if (!isRecord(stored)) return result as Shape;
  for (const [key, value] of Object.entries(stored)) {
    const own = result[key];
    if (own === undefined || kind(own) !== kind(value)) continue;
    result[key] = isRecord(own) ? restored(own, value) : value;
  }
  return result as Shape;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return kind(value) === "record";
}

function kind(value: unknown): string {
  if (Array.isArray(value)) return "list";
  return value !== null && typeof value === "object" ? "record" : typeof value;
}
