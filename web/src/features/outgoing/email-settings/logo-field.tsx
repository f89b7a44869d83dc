import type { UploadedLogo } from "@deskhand/contract/admin/email-settings";
import { limits } from "@deskhand/contract/limits";
import { logoUploadUrl } from "@deskhand/contract/pages";
import { isDefinedError } from "@orpc/client";
import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { failureText, refusalOf } from "../../../lib/failure.ts";
import { PreviewFrame } from "../../../screens/preview-frame.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { PictureButton } from "../../../ui/form/picture-button.tsx";

interface LogoFieldProps {
  value: string | null;
  error: string | undefined;
  readOnly: boolean;
  onChange: (url: string | null) => void;
  logo: LogoUpload;
}

/** The store's logo: shown, uploaded, given by address, or removed; changes take effect when saved. */
export function LogoField({ value, error, readOnly, onChange, logo }: LogoFieldProps) {
  return (
    <div className="flex flex-col gap-2.5">
      <p className="font-medium text-sm text-soft">Company Logo</p>
      {value !== null && value !== "" && <CurrentLogo key={value} url={value} />}
      {!readOnly && (
        <div className="flex flex-wrap items-center gap-2">
          <PictureButton
            label="Logo"
            accept="image/png,image/jpeg,image/gif,image/svg+xml,image/webp"
            busy={logo.isBusy}
            busyText="Uploading..."
            onPick={logo.upload}
          >
            Upload Logo
          </PictureButton>
          {value !== null && value !== "" && (
            <Button
              variant="ghost"
              icon={<Trash2 size={15} aria-hidden />}
              disabled={logo.isBusy}
              onClick={() => {
                logo.clear();
                onChange(null);
              }}
            >
              Remove
            </Button>
          )}
          <p className="basis-full text-soft text-xs">
            Recommended size: 200x60 px. PNG, JPG, GIF, SVG or WebP, at most 2 MB. Text in an SVG is best turned into
            paths.
          </p>
        </div>
      )}
      {logo.error !== null && (
        <Banner kind="error" onDismiss={logo.clear}>
          {logo.error}
        </Banner>
      )}
      <InputField
        label="Or enter a URL"
        error={error}
        value={value ?? ""}
        readOnly={readOnly}
        placeholder="https://your-store.com/logo.png"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
      />
    </div>
  );
}

/** The logo as mail programs show it, at most 60 pixels high. */
function CurrentLogo({ url }: { url: string }) {
  const [isLoaded, setLoaded] = useState<boolean | null>(null);
  if (!/^https?:\/\/[^/]/i.test(url)) return null;
  return (
    <>
      <PreviewFrame
        html={logoHtml(url)}
        title="Current logo"
        onImage={setLoaded}
        minHeight={60}
        className={isLoaded === false ? "hidden" : "w-75 rounded-control"}
      />
      {isLoaded === false && <Banner kind="error">Failed to load logo image</Banner>}
    </>
  );
}

// The page's CSP forbids inline styles; the frame allows them.
function logoHtml(url: string): string {
  const source = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<body style="margin:0;height:60px;display:grid"><img src="${source}" alt="" style="display:block;max-width:100%;max-height:60px;margin:auto"></body>`;
}

type LogoUpload = ReturnType<typeof useLogo>;

/**
 * Uploads a logo, which takes effect when saved. `onUploaded` receives its address; `onBegin` is called for every
 * picked file.
 */
export function useLogo({ onBegin, onUploaded }: { onBegin: () => void; onUploaded: (url: string) => void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const upload = useMutation({ mutationFn: send, onSuccess: ({ url }) => onUploaded(url) });
  const failed = upload.error && (isDefinedError(upload.error) ? failureText(upload.error) : "Failed to upload logo");
  return {
    isBusy: upload.isPending,
    error: refusal ?? failed,
    clear() {
      setRefusal(null);
      upload.reset();
    },
    upload(file: File) {
      if (upload.isPending) return;
      upload.reset();
      onBegin();
      const wrong = refusalFor(file);
      setRefusal(wrong);
      if (wrong === null) upload.mutate(file);
    },
  };
}

/** Returns why a file cannot be sent; the server checks its content. */
function refusalFor({ type, size }: File): string | null {
  if (!type.startsWith("image/")) return "Please upload an image file (PNG, JPG, GIF, SVG)";
  return size > limits.logoSizeBytes ? "Image file size must be less than 2MB" : null;
}

/** Uploads a file; rejects with the typed client's errors. */
async function send(file: File): Promise<UploadedLogo> {
  const headers = { "content-type": "application/octet-stream" };
  const response = await fetch(logoUploadUrl, { method: "POST", body: file, headers });
  const body: unknown = await response.json().catch(() => null); // A proxy's error page: its status says enough.
  if (response.ok) return body as UploadedLogo;
  throw refusalOf(response.status, body);
}
