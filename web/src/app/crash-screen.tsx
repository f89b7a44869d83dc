import { UNEXPECTED } from "../lib/failure-words.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";

/** Stands in for a section that failed, so that the fault is said and a way on is offered. */
export function CrashScreen({ error }: { error: unknown }) {
  console.error(error);
  return (
    <div className="mx-auto max-w-150 px-4 py-16">
      <h1 className="sr-only">Error</h1>
      <Banner
        kind="error"
        title={UNEXPECTED}
        action={
          <Button size="sm" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        This screen could not be shown. Unsent texts are kept in this browser; reload to go on.
      </Banner>
    </div>
  );
}

/** Stands in for the whole page, where what is around the sections failed. */
export function PageCrashScreen({ error }: { error: unknown }) {
  return (
    <main>
      <CrashScreen error={error} />
    </main>
  );
}
