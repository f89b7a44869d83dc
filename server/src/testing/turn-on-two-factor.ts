import { authenticatorApp } from "../../../stand-ins/authenticator-app.ts";
import type { Person } from "./test-people.ts";

/** Turns on two-factor sign-in for a person, as Settings do; the code that confirms it is the one of the step before. */
export async function turnOnTwoFactor({ api, password }: Person) {
  const { key } = await api.twoFactor.begin({ password });
  const phone = authenticatorApp(key);
  const { recoveryCodes } = await api.twoFactor.confirm({ code: phone.code(-1) });
  return { phone, recoveryCodes };
}
