import { ORPCError } from "@orpc/client";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "./query-client.ts";

const busy = new ORPCError("too_many_requests", { defined: true, status: 429, data: { seconds: 0.01 } });

test("a screen that asked for too much asks again by itself when it may, and nobody is signed out", async () => {
  const onSignedOut = vi.fn();
  const client = createQueryClient(onSignedOut);
  const queryFn = vi.fn().mockRejectedValueOnce(busy).mockRejectedValueOnce(busy).mockResolvedValueOnce("there");
  const options = client.defaultQueryOptions({ queryKey: ["tickets"], queryFn });
  expect(await client.fetchQuery({ ...options, retry: options.retry ?? false })).toBe("there");
  expect(queryFn).toHaveBeenCalledTimes(3);
  expect(onSignedOut).not.toHaveBeenCalled();
});
