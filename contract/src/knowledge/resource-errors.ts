import * as z from "zod";
import { resourceDetailSchema } from "./resource.ts";

const file = z.object({ filename: z.string() });

/** Errors of resources: part of the catalogue. */
export const resourceErrors = {
  resource_not_found: {
    status: 404,
    message: "This resource was deleted, or you no longer have access to it",
    data: z.object({ ids: z.array(z.string()) }),
  },
  resource_changed_meanwhile: {
    status: 409,
    message: "This resource was changed meanwhile",
    data: z.object({ current: resourceDetailSchema }),
  },
  resource_needs_content: { status: 422, message: "Add some content or attach a file" },
  resource_version_not_found: { status: 404, message: "This version is no longer kept" },
  resource_upload_not_found: { status: 404, message: "This file is no longer there. Please choose it again" },
  resource_file_empty: { status: 422, message: "This file is empty, so it was not uploaded", data: file },
  resource_file_type: {
    status: 422,
    message: "This file type is not accepted. Use a PDF, Word, text, JPG, PNG, GIF, MP4 or MP3 file",
    data: file.extend({ actual: z.string().nullable() }),
  },
  resource_file_too_large: { status: 413, message: "The file is too large (maximum 100 MB)", data: file },
  resource_file_broken_off: { status: 400, message: "This file did not arrive whole. Please upload it again" },
} as const;
