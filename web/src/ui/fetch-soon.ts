const DELAY_MS = 1_000;
/** The longest wait for a first screen that does not report itself. */
const MAX_WAIT_MS = 5_000;

const { promise, resolve } = Promise.withResolvers<void>();
setTimeout(resolve, MAX_WAIT_MS);

/** Resolves once the first screen is drawn, so that other code can load after it. */
export const firstScreen: Promise<void> = promise;

/** Reports that the first screen is drawn and that the code for later may be fetched. */
export function firstScreenStands(): void {
  resolve();
}

/**
 * Fetches code that the first screen does not need: soon after that screen, so that the code is there without a network and after
 * an update of the server, or earlier when the returned function is called. A later call fetches again what failed.
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
  // A failure shows again when the code is needed.
  void firstScreen.then(() => setTimeout(() => fetchOnce().catch(() => undefined), DELAY_MS));
  return fetchOnce;
}
