import { Readable } from "node:stream";
import type { Profile } from "@deskhand/contract/account";
import { fileTypeFromBuffer } from "file-type";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { deleteFile, storeFile } from "../../platform/storage/files.ts";
import { type AvatarType, lockPerson, selectAvatar, updateAvatar } from "./account.queries.ts";
import { profileOf } from "./profile-of.ts";

const types: readonly AvatarType[] = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** What these bytes are a picture of, whatever their sender calls them; fails when they are none. */
export async function avatarTypeOf(bytes: Uint8Array): Promise<AvatarType> {
  const found = await fileTypeFromBuffer(bytes);
  const type = types.find((each) => each === found?.mime);
  if (!type) throw fail("avatar_not_picture");
  return type;
}

/** Gives the actor another picture, or none; the one before is gone. */
export async function setAvatar(
  tx: TenantTx,
  actor: Actor,
  picture: { bytes: Uint8Array; type: AvatarType } | null,
): Promise<Profile> {
  if (!(await lockPerson(tx, actor.userId))) throw fail("not_signed_in");
  const before = await selectAvatar(tx, actor.userId);
  const file = picture && (await storeFile(tx, Readable.from([picture.bytes])));
  await updateAvatar(tx, actor.userId, file && picture ? { fileId: file.id, type: picture.type } : null);
  if (before) await deleteFile(tx, before.fileId);
  await emit(tx, "user.updated", { userId: actor.userId });
  return profileOf(tx, actor);
}
