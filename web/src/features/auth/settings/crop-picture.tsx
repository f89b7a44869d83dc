import { limits } from "@deskhand/contract/limits";
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";

interface CropPictureProps {
  picture: ImageBitmap;
  isBusy: boolean;
  onUse: (square: Blob) => void;
  onCancel: () => void;
}

const pixels = limits.avatarPixels;
const KEY_STEP = 0.05;

/** Chooses the square of a picture to show, dragged by pointer or arrow keys and zoomed. */
export function CropPicture({ picture, isBusy, onUse, onCancel }: CropPictureProps) {
  const zoomId = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const position = useRef<HTMLButtonElement>(null);
  const [cut, setCut] = useState(wholeCut);
  const pull = (right: number, down: number) => setCut((before) => pullCut(picture, before, right, down));

  // Focuses the next step after a file was chosen.
  useEffect(() => position.current?.focus(), []);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const { left, top, side } = cropSquare(picture, cut);
    context.imageSmoothingQuality = "high";
    context.clearRect(0, 0, pixels, pixels);
    context.drawImage(picture, left, top, side, side, 0, 0, pixels, pixels);
  }, [picture, cut]);

  function onPointerMove({ currentTarget, pointerId, movementX, movementY }: PointerEvent<HTMLCanvasElement>) {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    pull(movementX / currentTarget.clientWidth, movementY / currentTarget.clientHeight);
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [KEY_STEP, 0],
      ArrowRight: [-KEY_STEP, 0],
      ArrowUp: [0, KEY_STEP],
      ArrowDown: [0, -KEY_STEP],
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    pull(...step);
  }

  return (
    <fieldset className="flex flex-wrap items-center gap-5 rounded-panel border border-line bg-panel p-4">
      <legend className="sr-only">Cut the picture</legend>
      <button
        ref={position}
        type="button"
        aria-label="Position: move with the arrow keys"
        onKeyDown={onKeyDown}
        className="rounded-full"
      >
        <canvas
          ref={canvas}
          width={pixels}
          height={pixels}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={onPointerMove}
          className="size-36 cursor-move touch-none rounded-full border border-line bg-canvas"
        />
      </button>
      <div className="flex min-w-50 flex-1 flex-col gap-3">
        <p className="text-soft text-sm">Drag the picture, or use the arrow keys, to choose what is shown.</p>
        <label htmlFor={zoomId} className="flex items-center gap-3 text-soft text-sm">
          Zoom
          <input
            id={zoomId}
            type="range"
            min={1}
            max={mostZoom}
            step={0.05}
            value={cut.zoom}
            className="slider min-w-0 flex-1"
            onChange={(event) => setCut({ ...cut, zoom: Number(event.target.value) })}
          />
        </label>
        <div className="flex gap-2">
          <Button
            variant="primary"
            busy={isBusy}
            busyText="Saving..."
            // Browsers that cannot write WebP make a PNG.
            onClick={() => canvas.current?.toBlob((square) => square && onUse(square), "image/webp", 0.92)}
          >
            Use picture
          </Button>
          <Button disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

interface Size {
  width: number;
  height: number;
}

/** The part of a picture to cut out: the zoom, and the middle as fractions (0 to 1) of width and height. */
interface Cut {
  zoom: number;
  x: number;
  y: number;
}

export const wholeCut: Cut = { zoom: 1, x: 0.5, y: 0.5 };
export const mostZoom = 4;

/** Returns the cut's square in the picture's pixels, within its edges. */
export function cropSquare({ width, height }: Size, { zoom, x, y }: Cut): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / Math.min(Math.max(zoom, 1), mostZoom);
  return {
    left: Math.min(Math.max(x * width - side / 2, 0), width - side),
    top: Math.min(Math.max(y * height - side / 2, 0), height - side),
    side,
  };
}

/** Moves the cut after the picture was dragged by a fraction of the visible side; -0.1 is left. */
export function pullCut(size: Size, cut: Cut, right: number, down: number): Cut {
  const { left, top, side } = cropSquare(size, cut);
  const moved = {
    ...cut,
    x: (left + side / 2 - right * side) / size.width,
    y: (top + side / 2 - down * side) / size.height,
  };
  // Clamped, so that dragging back shows at once.
  const clamped = cropSquare(size, moved);
  return { ...cut, x: (clamped.left + side / 2) / size.width, y: (clamped.top + side / 2) / size.height };
}
