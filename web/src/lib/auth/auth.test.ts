import { afterEach, expect, test, vi } from "vitest";
import { acceptInvitation, resetPassword, signIn, signUp, signUpPolicy, startSocial } from "./auth.ts";
import { signOut } from "./sign-out.ts";

const respondWith = (...all: (() => Response)[]) => {
  const fetch = vi.fn(async (_path: string, _init?: RequestInit) => (all.length > 1 ? all.shift() : all[0])?.());
  vi.stubGlobal("fetch", fetch);
  return fetch;
};
const json = (status: number, body: object) => () => Response.json(body, { status });
const bodyOf = (fetch: ReturnType<typeof respondWith>) => JSON.parse(String(fetch.mock.calls[0]?.[1]?.body));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("signs in with the trimmed address and the choice to be remembered", async () => {
  const fetch = respondWith(json(200, {}));
  expect(await signIn({ email: " a@b.example ", password: " x ", rememberMe: false })).toMatchObject({ ok: true });
  expect(fetch.mock.calls[0]?.[0]).toBe("/api/auth/sign-in/email");
  expect(bodyOf(fetch)).toEqual({ email: "a@b.example", password: " x ", rememberMe: false });
});

test("requires address and password before asking the server", async () => {
  const fetch = respondWith(json(200, {}));
  expect(await signIn({ email: "  ", password: "x", rememberMe: true })).toMatchObject({
    ok: false,
    message: "You must provide either an email or phone number and a password",
  });
  expect(fetch).not.toHaveBeenCalled();
});

test("shows the server's message, and its own sentence for certain codes", async () => {
  respondWith(json(401, { code: "INVALID_EMAIL_OR_PASSWORD", message: "Invalid email or password" }));
  const wrong = await signIn({ email: "a@b.example", password: "x", rememberMe: true });
  expect(wrong).toMatchObject({ ok: false, status: 401, message: "Invalid email or password" });
  respondWith(json(400, { code: "PASSWORD_TOO_SHORT", message: "Password too short" }));
  const weak = await signUp({ email: "a@b.example", password: "x" });
  expect(weak).toMatchObject({ ok: false, message: "The password is too short: use at least 8 characters." });
});

test("includes a weak password's reasons and a field's error", async () => {
  const weak = {
    code: "weak_password",
    message: "This password is too weak",
    data: { reasons: ["Use more", "Or less"] },
  };
  respondWith(json(422, weak));
  expect(await resetPassword({ token: "x", password: "y" })).toMatchObject({
    ok: false,
    message: "This password is too weak. Use more. Or less.",
  });
  respondWith(
    json(422, { code: "input_invalid", message: "Some fields", data: { fields: { name: ["Name cannot be empty"] } } }),
  );
  expect(await acceptInvitation({ token: "x", name: "", password: "y" })).toMatchObject({
    ok: false,
    message: "Name cannot be empty",
  });
});

test.each([
  [{ signUp: "closed" }, "closed"],
  [{ signUp: "invite" }, "invite"],
  [{ signUp: "open" }, "open"],
  [{}, "open"],
])("who may sign up is what the server says: %j", async (said, policy) => {
  respondWith(json(200, said));
  expect(await signUpPolicy()).toBe(policy);
});

test("names an account after the local part of its address", async () => {
  const fetch = respondWith(json(200, {}));
  await signUp({ email: "ines@duarte.example", password: "long enough" });
  expect(bodyOf(fetch)).toMatchObject({
    name: "ines",
    timeZone: expect.stringMatching(/^(UTC|\w+\/.+)$/),
  });
});

test("retries a lost connection, then reports it", async () => {
  vi.useFakeTimers();
  const gateway = () => new Response("<html>", { status: 502 });
  const recovered = respondWith(gateway, json(200, {}));
  const first = signIn({ email: "a@b.example", password: "x", rememberMe: true });
  await vi.runAllTimersAsync();
  expect(await first).toMatchObject({ ok: true });
  expect(recovered).toHaveBeenCalledTimes(2);

  const request = respondWith(() => {
    throw new TypeError("Failed to fetch");
  });
  const second = signIn({ email: "a@b.example", password: "x", rememberMe: true });
  await vi.runAllTimersAsync();
  expect(await second).toMatchObject({ ok: false, code: "UNREACHABLE" });
  expect(request).toHaveBeenCalledTimes(3);
});

test.each([401, 403, 404])("counts a session that is already gone (%i) as signed out", async (status) => {
  respondWith(json(status, { code: "UNAUTHORIZED" }));
  expect(await signOut()).toMatchObject({ ok: true });
});

test("reports a failed sign-out", async () => {
  respondWith(json(500, {}));
  expect(await signOut()).toMatchObject({ ok: false, message: "An unexpected error occurred" });
});

test("refuses a provider without credentials, and returns another's URL", async () => {
  respondWith(json(404, { code: "PROVIDER_NOT_FOUND", message: "Provider not found" }));
  expect(await startSocial("google", "/dashboard")).toMatchObject({ ok: false, code: "PROVIDER_NOT_FOUND" });
  respondWith(json(200, { url: "https://accounts.example/o", redirect: true }));
  expect(await startSocial("twitter", "/dashboard")).toEqual({ ok: true, data: { url: "https://accounts.example/o" } });
});
