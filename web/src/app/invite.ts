/** A link to this table, shared by the system's own sheet where there is one, else copied. It opens after signing in. */
export type Shared = "shared" | "copied" | "failed" | "stopped";

export interface Ways {
  readonly share?: ((what: { title: string; url: string }) => Promise<void>) | undefined;
  readonly copy?: ((text: string) => Promise<void>) | undefined;
}

export async function invite(title: string, url: string, ways: Ways): Promise<Shared> {
  if (ways.share) {
    try {
      await ways.share({ title, url });
      return "shared";
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return "stopped"; // the patron thought again
    }
  }
  try {
    if (!ways.copy) return "failed";
    await ways.copy(url);
    return "copied";
  } catch {
    return "failed";
  }
}
