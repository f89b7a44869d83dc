import type { Desk } from "../create-stand-in.ts";
import { fieldsOf, html, type Incoming, type Outgoing, redirect } from "../http.ts";
import { controlActions } from "./control-actions.ts";
import { controlPage } from "./control-page.ts";
import { escapeHtml, page } from "./html.ts";

/** Answers the page where a developer plays merchant, carrier and bad luck: GET / and POST /control/ACTION. */
export function answerControl(desk: Desk, incoming: Incoming): Outgoing {
  const { method, path, query } = incoming;
  const { origin, host = "" } = incoming.headers;
  // Another site may not read this page by pointing its own host name at this machine (DNS rebinding).
  if (!/^(localhost|127\.0\.0\.1)(:\d{1,5})?$/.test(host)) return html(403, page("Refused", "<h1>Refused</h1>"));
  if (method === "GET" && path === "/") return html(200, controlPage(desk, query));
  const name = /^\/control\/([a-z-]{1,40})$/.exec(path)?.[1];
  const action = name === undefined ? undefined : controlActions[name];
  if (method !== "POST" || !action)
    return html(404, page("Not found", "<h1>Not found</h1><p><a href='/'>Back</a></p>"));
  // Another site's page may not press the buttons.
  if (origin !== undefined && origin !== `http://${host}`) return html(403, page("Refused", "<h1>Refused</h1>"));
  const fields = fieldsOf(incoming);
  const back = new URLSearchParams({ ...(fields.shop ? { shop: fields.shop } : {}) });
  try {
    back.set("done", action(desk, fields));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return html(
      400,
      page("That did not work", `<h1>That did not work</h1><p>${escapeHtml(text)}</p><p><a href="/">Back</a></p>`),
    );
  }
  return redirect(`/?${back}`);
}
