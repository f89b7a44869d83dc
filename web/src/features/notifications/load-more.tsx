import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";

interface LoadMoreProps {
  isLoading: boolean;
  onLoad: () => Promise<unknown>;
}

/** The end of a list that goes on: loads what follows when it is scrolled to or pressed. */
export function LoadMore({ isLoading, onLoad }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(onLoad);
  load.current = onLoad;

  // It watches anew after each page: an end that is still in sight then is seen again.
  useEffect(() => {
    if (isLoading || end.current === null) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && void load.current());
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isLoading]);

  return (
    <div ref={end} className="flex justify-center border-line border-t p-3">
      {/* It stays enabled while it loads, as the focus would fall out of a disabled button. */}
      <Button size="sm" variant="ghost" aria-busy={isLoading} onClick={() => !isLoading && void onLoad()}>
        {isLoading ? "Loading..." : "Show more"}
      </Button>
    </div>
  );
}
