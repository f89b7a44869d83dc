import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { refetchAnew } from "./refetch-anew.ts";

/** A list whose responses are given by hand, as a screen that just opened asks for it. */
function openList() {
  const answers: PromiseWithResolvers<string>[] = [];
  const cache = new QueryClient();
  const queryFn = () => {
    const response = Promise.withResolvers<string>();
    answers.push(response);
    return response.promise;
  };
  const observer = new QueryObserver(cache, { queryKey: ["list"], queryFn });
  const close = observer.subscribe(() => {});
  return { cache, answers, close };
}

const list = { queryKey: ["list"] };

test("a change during the first fetch is fetched after it", async () => {
  const { cache, answers, close } = openList();
  const refetched = refetchAnew(cache, list);
  answers[0]?.resolve("before the change");
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.resolve("after it");
  await refetched;
  expect(cache.getQueryData(list.queryKey)).toBe("after it");
  close();
});

test("what was fetched before is fetched once", async () => {
  const { cache, answers, close } = openList();
  answers[0]?.resolve("before the change");
  await expect.poll(() => cache.getQueryData(list.queryKey)).toBe("before the change");
  const refetched = refetchAnew(cache, list);
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.resolve("after it");
  await refetched;
  expect(answers).toHaveLength(2);
  close();
});
