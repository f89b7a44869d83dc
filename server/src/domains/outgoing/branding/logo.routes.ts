import { Readable } from "node:stream";
import type { UploadedLogo } from "@deskhand/contract/admin/email-settings";
import { limits } from "@deskhand/contract/limits";
import { logoPath, logoUploadUrl } from "@deskhand/contract/pages";
import type { FastifyInstance } from "fastify";
import { fileTypeFromBuffer } from "file-type";
import { Parser } from "htmlparser2";
import { SeparateWorker, WorkerFault } from "../../../platform/bounded-work/separate-worker.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { requireAccess } from "../../../platform/http/api.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { measurePicture, type Size } from "../../../platform/pictures/measure-picture.ts";
import { PictureChecks } from "../../../platform/pictures/picture-workers.ts";
import type { Services } from "../../../platform/services.ts";
import type { Settings } from "../../../platform/settings.ts";
import { deleteUnusedFiles, readFile, storeFile } from "../../../platform/storage/files.ts";
import { record } from "../../audit/index.ts";
import { deleteSurplusLogos, insertLogo, selectLogo } from "./branding.queries.ts";
import { type LogoType, logoTypes, newLogoName, tenantOfLogo } from "./logo-name.ts";

/** Takes uploaded logos, and serves them to everybody who has their URL, such as customers' mail programs. */
export function logoRoutes(http: FastifyInstance, { db, settings }: Pick<Services, "db" | "settings">): void {
  const drawer = new LogoDrawer();
  const checks = new PictureChecks();
  http.addHook("onClose", () => Promise.all([drawer.close(), checks.close()]));

  http.register(async (scope) => {
    const bodyLimit = limits.logoSizeBytes;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));

    scope.post(logoUploadUrl, {
      // Checked before the body is read.
      onRequest: async (request) => {
        requireAccess(request.actor, "email-settings:manage");
        if (Number(request.headers["content-length"]) > bodyLimit) throw fail("logo_too_large");
      },
      handler: async (request) => {
        const actor = requireAccess(request.actor, "email-settings:manage");
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const logo = await readLogo(bytes, drawer, checks);
        return db.withTenant(actor, (tx) => saveLogo(tx, settings, actor, logo));
      },
    });
  });

  http.get<{ Params: { name: string } }>(logoPath(":name"), { compress: false }, async (request, reply) => {
    const { name } = request.params;
    const tenant = tenantOfLogo(name);
    const logo = tenant && (await db.withTenant(tenant, (tx) => selectLogo(tx, name)));
    if (!tenant || !logo) throw fail("logo_not_found");
    const etag = `"${logo.fileId}"`;
    reply
      .header("etag", etag)
      .header("cache-control", "public, max-age=3600")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "sandbox; default-src 'none'")
      // Webmail shows it on pages of another origin.
      .header("cross-origin-resource-policy", "cross-origin");
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply
      .header("content-type", logo.type)
      .header("content-length", logo.size)
      .send(readFile(db, tenant, logo.fileId));
  });
}

type Logo = Size & { bytes: Uint8Array; type: LogoType };

/**
 * Reads a logo from its bytes, ignoring its name: PNG, JPEG, GIF and WebP stay as they are; an SVG is drawn as a PNG, so that it cannot
 * run anything. Refuses anything else.
 */
async function readLogo(bytes: Uint8Array, drawer: LogoDrawer, checks: PictureChecks): Promise<Logo> {
  const svg = readSvg(bytes);
  if (svg !== null) return measureLogo(await drawer.draw(svg), "image/png");
  const found = await fileTypeFromBuffer(bytes);
  const isApng = found?.mime === "image/apng";
  const type = isApng ? "image/png" : found?.mime;
  if (!isLogoType(type)) throw fail("logo_not_image");
  const logo = measureLogo(bytes, type);
  const fault = await checks.faultOf(bytes);
  if (fault) throw fail(fault === "broken" ? "logo_broken" : "logo_too_many_pixels");
  return logo;
}

function isLogoType(type: string | undefined): type is LogoType {
  return type !== undefined && Object.hasOwn(logoTypes, type);
}

function measureLogo(bytes: Uint8Array, type: LogoType): Logo {
  const size = measurePicture(bytes);
  if (!size) throw fail("logo_not_image");
  if (Math.max(size.width, size.height) > limits.pictureSide) throw fail("logo_too_many_pixels");
  return { ...size, bytes, type };
}

/** Stores a logo at a new public URL. No mail shows it before it is saved with the settings. */
async function saveLogo(
  tx: TenantTx,
  { publicUrl }: Pick<Settings, "publicUrl">,
  actor: Actor,
  { bytes, type, width, height }: Logo,
): Promise<UploadedLogo> {
  const { id: fileId, size: fileSize } = await storeFile(tx, Readable.from([bytes]));
  const name = newLogoName(actor.tenantId, type);
  await insertLogo(tx, { name, fileId, fileSize, type });
  await deleteUnusedFiles(tx, await deleteSurplusLogos(tx));
  await record(tx, actor.userId, "settings.logo-uploaded", null, { name });
  return { url: new URL(logoPath(name), publicUrl).href, width, height };
}

/** Turns SVG logos into PNG in a separate process, which ends when it is idle. */
export class LogoDrawer {
  readonly #process: SeparateWorker<string, string>;

  constructor({ limitMs = 4_000 } = {}) {
    this.#process = new SeparateWorker({
      file: new URL("./draw-svg.ts", import.meta.url),
      name: "drawSvg",
      runtime: "child_process",
      limitMs,
      idleMs: 10_000,
      mostWaiting: 20,
      warmUp: { input: blankSvg, limitMs: 30_000 },
    });
  }

  /** Draws an SVG as a PNG. Refuses one that cannot be drawn within its limits of time and memory. */
  async draw(svg: string): Promise<Buffer> {
    try {
      return Buffer.from(await this.#process.run(svg), "base64");
    } catch (error) {
      if (!(error instanceof WorkerFault)) throw error;
      if (error.kind === "busy") throw fail("service_unavailable");
      throw fail("logo_svg_refused");
    }
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}

const blankSvg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><path d="M0 0h1v1H0z"/></svg>';

/** Returns the text of an SVG in UTF-8 or UTF-16; null if the bytes are anything else. */
function readSvg(bytes: Uint8Array): string | null {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe ? "utf-16be" : "utf-8";
  // Other pictures are recognized by their first bytes.
  if (
    encoding === "utf-8" &&
    !/^(?:\xef\xbb\xbf)?\s*</.test(Buffer.from(bytes.subarray(0, 1_000)).toString("latin1"))
  ) {
    return null;
  }
  const text = decodeText(bytes, encoding);
  return text !== null && firstElement(text) === "svg" ? text : null;
}

function decodeText(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // The bytes are not text in this encoding.
    return null;
  }
}

function firstElement(text: string): string | null {
  let first: string | null = null;
  const parser = new Parser(
    {
      onopentagname(name) {
        first ??= name.replace(/^svg:/, "");
        parser.pause();
      },
    },
    { xmlMode: true },
  );
  // A document's head is short, except for comments.
  parser.write(text.slice(0, 100_000));
  parser.reset();
  return first;
}
