import { ORPCError } from "@orpc/client";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { createQueryClient, refetchAnew } from "./query-client.ts";

const busy = new ORPCError("too_many_requests", { defined: true, status: 429, data: { seconds: 0.01 } });

test("a rate-limited screen asks again when it may, and nobody is signed out", async () => {
  const onSignedOut = vi.fn();
  const client = createQueryClient(onSignedOut);
  const queryFn = vi.fn().mockRejectedValueOnce(busy).mockRejectedValueOnce(busy).mockResolvedValueOnce("there");
  const options = client.defaultQueryOptions({ queryKey: ["tickets"], queryFn });
  expect(await client.fetchQuery({ ...options, retry: options.retry ?? false })).toBe("there");
  expect(queryFn).toHaveBeenCalledTimes(3);
  expect(onSignedOut).not.toHaveBeenCalled();
});

/** A list, as a new screen requests it, whose responses the test gives. */
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

test("a change during the first fetch causes another fetch", async () => {
  const { cache, answers, close } = openList();
  const refetched = refetchAnew(cache, list);
  answers[0]?.resolve("before the change");
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.resolve("after it");
  await refetched;
  expect(cache.getQueryData(list.queryKey)).toBe("after it");
  close();
});

test("an already fetched query is fetched once", async () => {
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
