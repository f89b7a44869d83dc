import * as z from "zod";

/** What the settings of the store, and its export, may refuse. */
export const settingsErrors = {
  store_export_under_way: { status: 409, message: "An export of your store is being written already" },
  store_export_not_found: { status: 404, message: "This export is no longer kept. Ask for another one" },
  email_settings_changed_meanwhile: {
    status: 409,
    message: "These email settings were changed meanwhile",
    data: z.object({ fields: z.array(z.string()) }),
  },
  sending_quota_reached: {
    status: 429,
    message: "Your store has sent as many mails today as it may to people who have not written to it",
    data: z.object({ limit: z.number(), endsAt: z.string() }),
  },
  logo_not_found: { status: 404, message: "Logo not found" },
  logo_not_image: { status: 422, message: "Please upload an image file (PNG, JPG, GIF, SVG)" },
  logo_broken: { status: 422, message: "This picture is broken or not all there. Please upload it again" },
  logo_too_large: { status: 413, message: "Image file size must be less than 2MB" },
  logo_too_many_pixels: {
    status: 422,
    message:
      "The image is too large (maximum 6,000 pixels on each side and 2,000 frames). The recommended size is 200x60 px",
  },
  logo_svg_refused: { status: 422, message: "This SVG cannot be drawn safely. Please upload it as PNG" },
  client_changed_meanwhile: {
    status: 409,
    message: "The store was renamed meanwhile",
    data: z.object({ storeName: z.string() }),
  },
} as const;
