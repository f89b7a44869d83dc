/** Makes a gate through which one piece of work goes at a time; the others wait, in order, for those before to end or fail. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = before.then(work);
    // Whoever asked for the work is told of its failure; the next one only waits for its end.
    before = done.catch(() => undefined);
    return done;
  };
}
