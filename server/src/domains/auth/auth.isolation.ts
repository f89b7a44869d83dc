import { authenticatorApp } from "../../../../stand-ins/authenticator-app.ts";
import { passkeyDevice } from "../../../../stand-ins/passkey-device.ts";
import { changedPassword, type Isolation } from "../../testing/isolation/isolation.ts";
import { onePixelPng } from "../../testing/one-pixel-png.ts";
import { type Person, signIn } from "../../testing/test-people.ts";

export const isolation: Isolation = async (app, { openingKey, owner, secret }) => {
  // Its first bytes are enough to make it a picture.
  const picture = Buffer.concat([onePixelPng, Buffer.from(secret)]);
  await owner.send("/api/account/avatar", { method: "POST", body: picture });
  const { newPasskey, passkeyId } = await fillPasskeys(owner, secret);
  const { key: appKey } = await owner.api.twoFactor.begin({ password: owner.password });
  await signIn(app, owner);
  const { items } = await owner.api.account.sessions();
  const sessionId = items.find(({ isCurrent }) => !isCurrent)?.id ?? "";
  return {
    inputs: {
      "account.me": () => ({}),
      "account.updateProfile": () => ({ name: "Another Name" }),
      "account.sessions": () => ({}),
      "account.endSession": () => ({ id: sessionId }),
      "account.endOtherSessions": () => ({}),
      "account.changeEmail": () => ({ email: `${openingKey}@new.test`, password: owner.password }),
      "account.changePassword": () => ({ current: owner.password, new: changedPassword }),
      "twoFactor.step": () => ({}),
      "twoFactor.enter": () => ({ code: "123456" }),
      "twoFactor.look": () => ({}),
      "twoFactor.confirm": () => ({ code: authenticatorApp(appKey).code() }),
      "twoFactor.renewRecoveryCodes": () => ({ password: changedPassword }),
      "twoFactor.end": () => ({ password: changedPassword }),
      "twoFactor.begin": () => ({ password: changedPassword }),
      "twoFactor.require": () => ({ isRequired: false }),
      "passkeys.list": () => ({}),
      "passkeys.add": () => ({ name: "Another", response: newPasskey }),
      "passkeys.begin": () => ({ password: changedPassword }),
      "passkeys.rename": () => ({ id: passkeyId, name: "Renamed", password: changedPassword }),
      "passkeys.remove": () => ({ id: passkeyId, password: changedPassword }),
    },
    paths: {
      "GET /api/avatars/:userId": () => `/api/avatars/${owner.userId}`,
    },
  };
};

/** Adds a passkey; returns its id, and what a device made for another one that is being added. */
async function fillPasskeys({ api, password }: Person, secret: string) {
  const origin = "http://desk.test";
  const begin = async () => (await api.passkeys.begin({ password })).options;
  const createPasskey = async () => passkeyDevice("desk.test").create(await begin(), { origin });
  const { items } = await api.passkeys.add({ name: secret, response: await createPasskey() });
  return { newPasskey: await createPasskey(), passkeyId: items[0]?.id ?? "" };
}
