import type { Page } from "playwright";
import type { Desk } from "./desk.ts";

const password = "deskhand-demo";

/** Signs one of the demo store's staff in, in a browser of their own, without the sign-in screen. */
export async function signInAtDemoStore(desk: Desk, who: "admin" | "supervisor" | "agent"): Promise<Page> {
  const page = await desk.newPage();
  const email = `${who}@lumenandloom.example`;
  const answer = await page.request.post("/api/auth/sign-in/email", { data: { email, password } });
  if (!answer.ok()) throw new Error(`Signing in ${email} failed: ${answer.status()} ${await answer.text()}`);
  return page;
}
