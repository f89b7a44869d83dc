import { Readable } from "node:stream";
import type { UploadedLogo } from "@deskhand/contract/admin/email-settings";
import { limits } from "@deskhand/contract/limits";
import { logoPath } from "@deskhand/contract/pages";
import { fileTypeFromBuffer } from "file-type";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { measurePicture, type Size } from "../../../platform/pictures/measure-picture.ts";
import type { PictureChecks } from "../../../platform/pictures/picture-checks.ts";
import type { Settings } from "../../../platform/settings.ts";
import { deleteUnusedFiles, storeFile } from "../../../platform/storage/files.ts";
import { record } from "../../audit/index.ts";
import { type LogoDrawer, readSvg } from "./logo-drawer.ts";
import { type LogoType, logoTypes, newLogoName } from "./logo-name.ts";
import { deleteSurplusLogos, insertLogo } from "./logos.queries.ts";

export type Logo = Size & { bytes: Uint8Array; type: LogoType };

/**
 * Reads a logo from its bytes, whatever they are called: a PNG, JPEG, GIF or WebP as it is, an SVG drawn as a PNG, so that it can
 * never run anything. Refuses anything else.
 */
export async function readLogo(bytes: Uint8Array, drawer: LogoDrawer, checks: PictureChecks): Promise<Logo> {
  const svg = readSvg(bytes);
  if (svg !== null) return measured(await drawer.draw(svg), "image/png");
  const found = await fileTypeFromBuffer(bytes);
  const isApng = found?.mime === "image/apng";
  const type = isApng ? "image/png" : found?.mime;
  if (!isLogoType(type)) throw fail("logo_not_image");
  const logo = measured(bytes, type);
  const fault = await checks.faultOf(bytes);
  if (fault) throw fail(fault === "broken" ? "logo_broken" : "logo_too_many_pixels");
  return logo;
}

function isLogoType(type: string | undefined): type is LogoType {
  return type !== undefined && Object.hasOwn(logoTypes, type);
}

function measured(bytes: Uint8Array, type: LogoType): Logo {
  const size = measurePicture(bytes);
  if (!size) throw fail("logo_not_image");
  if (Math.max(size.width, size.height) > limits.pictureSide) throw fail("logo_too_many_pixels");
  return { ...size, bytes, type };
}

/** Stores a logo at a new public address. It is in no mail before it is saved with the settings. */
export async function keepLogo(
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
