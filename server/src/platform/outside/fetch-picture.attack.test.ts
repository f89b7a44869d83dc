import type { IncomingMessage, ServerResponse } from "node:http";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import { limits } from "@deskhand/contract/limits";
import { afterEach, expect, test } from "vitest";
import { startWebServer, type WebServer } from "../../../../stand-ins/web-server.ts";
import { makeSelfSignedCertificate } from "../smtp/self-signed-certificate.ts";
import { fetchPicture, RemotePictures } from "./remote-pictures.ts";

const outer = "93.184.215.14";
const gif = Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1");
let server: WebServer;
afterEach(() => server.close());

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const servesGif: Answer = (_, response) => void response.end(gif);
const leadsTo =
  (location: string, status = 302): Answer =>
  (request, response) =>
    void (request.url === "/first"
      ? response.writeHead(status, { location: bytesOf(location) }).end()
      : response.end(gif));
/** Encodes non-ASCII text for a header. */
const bytesOf = (text: string) => Buffer.from(text).toString("latin1");
const names = { "pictures.example": [outer], "other.example": ["1.1.1.1"] };
const first = "http://pictures.example/first";

async function open(answer: Answer, known: Parameters<typeof startWebServer>[0] = names): Promise<WebServer> {
  server = await startWebServer(known, answer);
  return server;
}
const noPicture = expect.objectContaining({ name: "NoPicture" });

const innerHosts = [
  ...[
    "127.0.0.1",
    "2130706433",
    "0x7f000001",
    "017700000001",
    "0177.0.0.1",
    "0x7f.1",
    "127.1",
    "127.0.0.1.",
    "0",
    "0.0.0.0",
  ],
  ...[
    "１２７.０.０.１",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    "10.0.0.1",
    "192.168.1.1",
    "172.16.0.1",
    "100.64.0.1",
    "169.254.169.254",
  ],
  ...["2852039166", "0xA9FEA9FE", "0251.0376.0251.0376", "168.63.129.16", "224.0.0.1", "255.255.255.255"],
  ...[
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:a9fe:a9fe]",
    "[::127.0.0.1]",
    "[64:ff9b::a9fe:a9fe]",
    "[2002:7f00:1::]",
  ],
  ...["[fe80::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]"],
];

test.each(innerHosts)("never requests %s, directly or by redirect", async (host) => {
  await open(leadsTo(`http://${host}/latest/meta-data`));
  await expect(fetchPicture(server.outside, `http://${host}/a.png`)).rejects.toEqual(noPicture);
  expect(server.dialled).toEqual([]);
  await expect(fetchPicture(server.outside, first)).rejects.toEqual(noPicture);
  expect(server.dialled).toEqual([`${outer}:80`]);
});

test.each([
  ["127.0.0.1"],
  ["169.254.169.254"],
  ["::1"],
  ["::ffff:10.0.0.1"],
  ["fd00::1"],
  [outer, "10.0.0.1"],
  ["10.0.0.1", outer],
  [outer, "::1"],
  ["not an address"],
  [],
])("never requests a name of %s and %s, directly or by redirect", async (...addresses) => {
  await open(leadsTo("http://inner.example/"), { ...names, "inner.example": addresses });
  await expect(fetchPicture(server.outside, "http://inner.example/")).rejects.toEqual(noPicture);
  await expect(fetchPicture(server.outside, first)).rejects.toEqual(noPicture);
  expect(server.dialled).toEqual([`${outer}:80`]);
});

test("does not look a name up again after checking it", async () => {
  const turning = (times: number) => (times === 0 ? [outer] : ["127.0.0.1"]);
  await open(servesGif, { "pictures.example": turning });
  await fetchPicture(server.outside, first);
  expect([server.named, server.dialled]).toEqual([["pictures.example"], [`${outer}:80`]]);
});

test("checks a redirect to the same name again", async () => {
  const turning = (times: number) => (times === 0 ? [outer] : ["127.0.0.1"]);
  await open(leadsTo("/second"), { "pictures.example": turning });
  await expect(fetchPicture(server.outside, first)).rejects.toEqual(noPicture);
  expect(server.dialled).toEqual([`${outer}:80`]);
});

test.each([
  ...["file:///etc/passwd", "ftp://pictures.example/", "gopher://pictures.example/", "data:image/gif;base64,R0lGODlh"],
  ...["javascript:1", "http://pictures.example:25/", "http://pictures.example:8080/", "https://pictures.example:22/"],
  ...["http://user:password@pictures.example/", "http://user@pictures.example/", "http://:password@pictures.example/"],
  ...["", "http://", "http://a b/", "//", "http://[::1", "http://pictures.example:0/"],
])("never requests %s, directly or by redirect", async (address) => {
  await open(leadsTo(address));
  await expect(fetchPicture(server.outside, address)).rejects.toEqual(noPicture);
  expect(server.dialled).toEqual([]);
  await expect(fetchPicture(server.outside, first)).rejects.toEqual(noPicture);
  // An empty URL means the current one.
  expect(new Set(server.dialled)).toEqual(new Set([`${outer}:80`]));
});

test.each([301, 302, 303, 307, 308])(
  "follows a redirect of status %d without the earlier request's headers",
  async (status) => {
    const cookies: Answer = (request, response) => {
      response.setHeader("set-cookie", "seen=1");
      leadsTo("http://other.example/second?a=1#part", status)(request, response);
    };
    await open(cookies);
    expect((await fetchPicture(server.outside, first)).bytes.equals(gif)).toBe(true);
    expect(server.dialled).toEqual([`${outer}:80`, "1.1.1.1:80"]);
    const [before, after] = server.asked;
    expect(after).toEqual({ url: "/second?a=1", headers: { ...before?.headers, host: "other.example" } });
  },
);

test("follows three redirects at most", async () => {
  const steps =
    (most: number): Answer =>
    (request, response) => {
      const at = Number(request.url?.slice(1));
      if (at === most) response.end(gif);
      else response.writeHead(302, { location: `/${at + 1}` }).end();
    };
  await open(steps(3));
  await expect(fetchPicture(server.outside, "http://pictures.example/0")).resolves.toMatchObject({ type: "image/gif" });
  await server.close();
  await open(steps(4));
  await expect(fetchPicture(server.outside, "http://pictures.example/0")).rejects.toEqual(noPicture);
  expect(server.asked).toHaveLength(4);
});

test("over HTTPS the server must prove the requested name at the checked address", async () => {
  const certificate = await makeSelfSignedCertificate("pictures.example");
  server = await startWebServer(names, servesGif, certificate);
  const secure = "https://pictures.example/a.gif";
  await expect(fetchPicture(server.outside, secure)).rejects.toMatchObject({ message: "It could not be reached" });
  const usual = getCACertificates("default");
  setDefaultCACertificates([...usual, certificate.cert]);
  try {
    expect(await fetchPicture(server.outside, secure)).toMatchObject({ type: "image/gif" });
    await expect(fetchPicture(server.outside, "https://other.example/a.gif")).rejects.toEqual(noPicture);
    await expect(fetchPicture(server.outside, `https://${outer}/a.gif`)).rejects.toEqual(noPicture);
  } finally {
    setDefaultCACertificates(usual);
  }
  expect(server.asked.map(({ headers }) => headers.host)).toEqual(["pictures.example"]);
  expect(server.dialled.slice(0, 2)).toEqual([`${outer}:443`, `${outer}:443`]);
});

test("reveals nothing but the requested picture", async () => {
  await open(servesGif);
  await fetchPicture(server.outside, "http://pictures.example/a.gif?for=jane");
  expect(server.asked).toEqual([
    {
      url: "/a.gif?for=jane",
      headers: {
        accept: "image/avif,image/webp,image/png,image/jpeg,image/gif",
        "accept-encoding": "identity",
        "user-agent": "Mozilla/5.0 (compatible; Deskhand)",
        host: "pictures.example",
        connection: "close",
      },
    },
  ]);
});

const starts = (text: string) => Buffer.concat([Buffer.from(text, "latin1"), Buffer.alloc(50)]);
test.each([
  ["image/png", starts("\x89PNG\r\n\x1a\n")],
  ["image/jpeg", starts("\xff\xd8\xff\xe0")],
  ["image/gif", starts("GIF87a")],
  ["image/webp", starts("RIFF\x10\0\0\0WEBPVP8 ")],
  ["image/avif", starts("\0\0\0\x1cftypavif")],
])("serves %s by its content, whatever its server says", async (type, bytes) => {
  await open((_, response) => void response.writeHead(200, { "content-type": "text/html" }).end(bytes));
  expect(await fetchPicture(server.outside, first)).toEqual({ type, bytes });
});

test.each([
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["a drawing", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ["a document", Buffer.from("%PDF-1.7")],
  ["a program", Buffer.from("MZ\x90\0")],
  ["words", Buffer.from("ami-id: i-123")],
  ["nothing", Buffer.alloc(0)],
  ["a film", starts("\0\0\0\x1cftypisom")],
])("refuses %s, even if its server calls it a picture", async (_, bytes) => {
  await open((_request, response) => void response.writeHead(200, { "content-type": "image/png" }).end(bytes));
  await expect(fetchPicture(server.outside, first)).rejects.toEqual(noPicture);
});

test.each([204, 206, 300, 304, 401, 404, 500])("returns nothing for status %d", async (status) => {
  await open((_, response) => void response.writeHead(status).end(status === 204 || status === 304 ? undefined : gif));
  await expect(fetchPicture(server.outside, first)).rejects.toEqual(noPicture);
});

test("does not decompress a picture", async () => {
  await open((_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(gif)));
  await expect(fetchPicture(server.outside, first)).rejects.toEqual(noPicture);
});

test("aborts an endless picture at the limit, and an announced one before", async () => {
  let sent = 0;
  await open((request, response) => {
    if (request.url === "/announced") return void response.writeHead(200, { "content-length": 2 ** 40 }).write(gif);
    const piece = Buffer.concat([gif, Buffer.alloc(64 * 1024)]);
    const go = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length;
      sent += piece.length;
    };
    response.on("drain", go);
    go();
  });
  await expect(fetchPicture(server.outside, first)).rejects.toMatchObject({ message: "It is too large" });
  expect(sent).toBeLessThan(limits.remoteImageBytes * 4);
  const announced = fetchPicture(server.outside, "http://pictures.example/announced");
  await expect(announced).rejects.toMatchObject({ message: "It is too large" });
});

test("does not show a truncated picture", async () => {
  await open((_, response) => {
    response.writeHead(200, { "content-length": 1_000 }).write(gif, () => response.destroy());
  });
  await expect(fetchPicture(server.outside, first)).rejects.toEqual(noPicture);
});

test.each<[string, Answer]>([
  ["says nothing", () => undefined],
  ["drips its head", (_, response) => drip(response, () => response.writeProcessing())],
  ["drips its bytes", (_, response) => drip(response, () => void response.write("G"))],
  ["never ends", (_, response) => void response.write(gif)],
])("gives up in time on a server that %s", async (_, answer) => {
  await open(answer);
  await expect(fetchPicture(server.outside, first, 300)).rejects.toMatchObject({ message: "It took too long" });
});

function drip(response: ServerResponse, drop: () => void): void {
  const dripping = setInterval(drop, 20);
  response.once("close", () => clearInterval(dripping));
}

test("gives up in time on a name whose servers are silent", async () => {
  await open(servesGif);
  const silent = { ...server.outside, addressesOf: () => new Promise<string[]>(() => undefined) };
  await expect(fetchPicture(silent, first, 300)).rejects.toMatchObject({ message: "It took too long" });
  expect(server.dialled).toEqual([]);
});

test("slow pictures of one store delay no other's, and unwanted ones are not fetched", async () => {
  await open((request, response) => (request.url === "/slow" ? undefined : servesGif(request, response)));
  const pictures = new RemotePictures(server.outside);
  let isWaiting = true;
  const slow = Array.from({ length: 20 }, () => pictures.fetch("a", "http://pictures.example/slow", () => isWaiting));
  expect(await pictures.fetch("b", first, () => true)).toMatchObject({ type: "image/gif" });
  expect(server.dialled).toHaveLength(5);
  isWaiting = false;
  // Running fetches end with their server.
  await server.close();
  expect(await Promise.all(slow)).toEqual(Array(20).fill(null));
  expect(server.dialled).toHaveLength(5);
  await open(servesGif);
});
