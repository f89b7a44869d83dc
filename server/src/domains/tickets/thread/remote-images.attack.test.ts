import { remoteImageUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWebServer, type WebServer } from "../../../../../stand-ins/web-server.ts";
import { onePixelPng } from "../../../testing/one-pixel-png.ts";
import { jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { customerReplies, makeTicket } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let server: WebServer;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  server = await startWebServer(
    { "shop.example": ["93.184.215.14"], "inner.example": ["10.0.0.5"] },
    ({ url }, response) =>
      url === "/leads-in.png"
        ? response.writeHead(302, { location: "http://169.254.169.254/" }).end()
        : response.end(onePixelPng),
  );
  app = await openDesk({ outside: server.outside });
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(async () => {
  await app.stop();
  await server.close();
});

async function mailWith(html: string): Promise<string> {
  const ticket = await makeTicket(app, owner);
  return (await customerReplies(app, owner, ticket.id, "Hi", { html })).id;
}
const html = `<p>Look</p><img src="http://shop.example/a.png?for=agent"><img src="http://inner.example/b.png">
  <img src="http://shop.example/leads-in.png"><img srcset="https://shop.example/set.png 2x"><img src="//shop.example/bare.png">
  <p style="background:url(https://shop.example/back.png)">x</p><table background="https://shop.example/table.png"><tr><td>x</td></tr></table>`;
const codeOf = async (response: Response) => [response.status, (await jsonOf(response)).code];

test("a mail's HTML names no other server to the browser, with remote images shown or hidden", async () => {
  const id = await mailWith(html);
  const held = await (await agent.send(`/api/messages/${id}/frame`)).text();
  const response = await agent.send(`/api/messages/${id}/frame?images=remote`);
  const shown = await response.text();
  expect(held).not.toMatch(/\ssrc=/);
  expect([...shown.matchAll(/\ssrc="([^"]*)"/g)].map(([, address]) => address)).toEqual(
    [0, 1, 2].map((at) => remoteImageUrl(id, at)),
  );
  expect(shown).not.toMatch(/srcset|url\(|background=|example/);
  expect(response.headers.get("content-security-policy")).toContain("; img-src 'self' data:;");
  expect(server.dialled).toEqual([]);
});

test("a remote image is served from here, can do nothing, and its host learns nothing about the reader", async () => {
  const id = await mailWith(html);
  const before = server.asked.length;
  const headers = {
    "user-agent": "Agent's browser",
    referer: "http://desk.test/dashboard",
    "x-forwarded-for": "192.0.2.7",
  };
  const response = await agent.send(remoteImageUrl(id, 0), { headers });
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer()).equals(onePixelPng)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/png",
    "content-length": String(onePixelPng.length),
    "content-disposition": "inline",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=3600",
  });
  expect(response.headers.get("content-security-policy")).toBe(
    "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  );
  const [asked] = server.asked.slice(before);
  expect(asked?.url).toBe("/a.png?for=agent");
  expect(JSON.stringify(asked?.headers)).not.toMatch(/cookie|referer|forwarded|Agent's|desk\.test/i);
});

test("internal addresses, and redirects to them, are not fetched", async () => {
  const id = await mailWith(html);
  const before = server.dialled.length;
  for (const at of [1, 2])
    expect(await codeOf(await agent.send(remoteImageUrl(id, at)))).toEqual([502, "remote_image_unavailable"]);
  expect(server.dialled.slice(before)).toEqual(["93.184.215.14:80"]);
});

test("nothing is fetched for anonymous requests, for another store, or for an address that is not in the mail", async () => {
  const [id, plain] = [await mailWith(html), await mailWith("<p>No pictures</p>")];
  const stranger = await newOwner(app);
  const before = server.dialled.length;
  expect(await codeOf(await app.visit().send(remoteImageUrl(id, 0)))).toEqual([401, "not_signed_in"]);
  expect(await codeOf(await stranger.send(remoteImageUrl(id, 0)))).toEqual([404, "message_not_found"]);
  for (const at of ["3", "99", "100", "-1", "1.5", "a", "0x0", "https:%2f%2fshop.example%2fc.png", "__proto__", "%00"])
    expect(await codeOf(await agent.send(`/api/messages/${id}/remote-images/${at}`))).toEqual([
      404,
      "remote_image_not_found",
    ]);
  expect(await codeOf(await agent.send(`${remoteImageUrl(plain, 0)}?url=http://shop.example/c.png`))).toEqual([
    404,
    "remote_image_not_found",
  ]);
  expect((await agent.send(remoteImageUrl(id, 0), { method: "POST" })).status).toBe(404);
  expect(server.dialled.slice(before)).toEqual([]);
});

test("the store's logo in a quoted mail of ours is served from here at once", async () => {
  const name = `${owner.tenantId}-${"0a".repeat(16)}.png`;
  const id = await mailWith(
    `<img src="http://desk.test/email-assets/logos/${name}"><img src="http://desk.test/email-assets/logos/../../api/account">`,
  );
  const shown = await (await agent.send(`/api/messages/${id}/frame?images=remote`)).text();
  expect(shown).toContain(` src="/email-assets/logos/${name}"`);
  expect(shown).toContain(` src="${remoteImageUrl(id, 1)}"`);
});
