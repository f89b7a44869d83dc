import { expect, test } from "vitest";
import { isLoopback } from "./outer-address.ts";

test.each(["localhost", "LOCALHOST", "desk.localhost", "127.0.0.1", "127.8.9.1", "::1", "[::1]"])(
  "%s is this machine",
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

test.each(["desk.example", "localhost.example", "127.0.0.1.example", "10.0.0.1", "0.0.0.0", "::", "notlocalhost", ""])(
  "%s is not",
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);
