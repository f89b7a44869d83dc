const SOON_MS = 1_000;
/** Where nobody says that the first screen stands. */
const LATEST_MS = 5_000;

const { promise, resolve } = Promise.withResolvers<void>();
setTimeout(resolve, LATEST_MS);

/** Fulfilled once the first screen stands: what it does without comes after it. */
export const firstScreen: Promise<void> = promise;

/** Says that the first screen stands, and that what comes after it may be fetched. */
export function firstScreenStands(): void {
  resolve();
}

/**
 * Code that the first screen does without: fetched soon after it, so that it is there without a network and after the server
 * was updated, or when the returned function asks for it before. What failed is fetched again when it is asked for again.
 */
export function fetchSoon<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let loading: Promise<Code> | undefined;

  function fetchOnce(): Promise<Code> {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }
  // A failure is found out again when it is needed.
  void firstScreen.then(() => setTimeout(() => fetchOnce().catch(() => undefined), SOON_MS));
  return fetchOnce;
}
