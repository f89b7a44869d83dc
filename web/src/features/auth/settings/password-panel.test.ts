import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import { passwordFaults, serverFaults } from "./password-panel.tsx";

test("names every missing field at once", () => {
  expect(passwordFaults({ current: "", new: "", repeated: "" })).toEqual({
    current: "Enter your current password",
    new: "Enter a new password",
  });
  expect(passwordFaults({ current: "a", new: "b", repeated: "c" })).toEqual({
    repeated: "This is not the same as the new password",
  });
  expect(passwordFaults({ current: "a", new: "b", repeated: "b" })).toEqual({});
});

test("puts the server's reasons at their fields", () => {
  const weak = new ORPCError("weak_password", {
    defined: true,
    status: 422,
    data: { reasons: ["Too short", "Too common"] },
  });
  expect(serverFaults(weak)).toEqual({ new: "Too short. Too common." });
  const wrong = new ORPCError("input_invalid", { defined: true, data: { fields: { current: ["Not yours"] } } });
  expect(serverFaults(wrong)).toEqual({ current: "Not yours" });
});

test("other failures belong to no field", () => {
  expect(serverFaults(new ORPCError("too_many_attempts", { defined: true, status: 429 }))).toEqual({});
  expect(serverFaults(new TypeError("Failed to fetch"))).toEqual({});
  expect(serverFaults(null)).toEqual({});
});
