/** A text as a QR code: dark on white in every theme, with the quiet zone that scanners need. */
import QRCode from 'qrcode';
import { useMemo } from 'react';
import { classes } from './classes.ts';

/** Quiet zone in modules. */
const RIM = 4;

/** @param level error correction, the share that can be lost: M 15 %, Q 25 % */
export function QrPicture({
  text,
  label,
  level = 'M',
  className,
}: {
  readonly text: string;
  readonly label: string;
  readonly level?: 'M' | 'Q';
  readonly className?: string | undefined;
}) {
  const { side, path } = useMemo(() => squares(text, level), [text, level]);
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes('qr-picture', className)}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

/** One path segment for each horizontal run of dark modules. */
function squares(text: string, level: 'M' | 'Q'): { side: number; path: string } {
  const {
    modules: { size, data },
  } = QRCode.create(text, { errorCorrectionLevel: level });
  const strokes: string[] = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0, run = 0; x < size; x += run || 1) {
      for (run = 0; x + run < size && data[y * size + x + run]; run += 1);
      if (run > 0) strokes.push(`M${x + RIM} ${y + RIM}h${run}v1h-${run}z`);
    }
  }
  return { side: size + 2 * RIM, path: strokes.join('') };
}
