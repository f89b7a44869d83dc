import { ImageUp } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { Button } from "../button.tsx";

interface PictureButtonProps extends Omit<ComponentProps<typeof Button>, "icon" | "onClick" | "onPick"> {
  /** The name of the file field behind it. */
  label: string;
  /** The file types that the browser offers. */
  accept: string;
  onPick: (file: File) => void;
}

/** A button that lets a person pick a picture, even the same one again. */
export function PictureButton({ label, accept, onPick, ...button }: PictureButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} icon={<ImageUp size={15} aria-hidden />} onClick={() => field.current?.click()} />
      <input
        ref={field}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          const [picked] = target.files ?? [];
          target.value = "";
          if (picked) onPick(picked);
        }}
      />
    </>
  );
}
