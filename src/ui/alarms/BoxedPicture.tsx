/** A picture of an alarm with what the robot recognised framed and named, cut to its place as any other picture. */
import { useState } from 'react';
import type { PictureBox } from '../../../contract/entities/pictureBox.ts';
import { classes } from '../kit/classes.ts';

interface BoxedPictureProps {
  readonly src: string;
  readonly alt: string;
  /** null: the robot did not say where it is. */
  readonly box: PictureBox | null;
  /** Of what was recognised. */
  readonly name: string;
  readonly className?: string | undefined;
}

/** Sizes in parts of the picture's height. */
const [TEXT, LINE_PX] = [0.045, 3];

export function BoxedPicture({ src, alt, box, name, className }: BoxedPictureProps) {
  // Cameras of robots take this shape; another one is known when the picture has arrived.
  const [{ width, height }, setSize] = useState({ width: 16, height: 9 });
  return (
    <span className={classes('relative block overflow-hidden', className)}>
      <img
        src={src}
        alt={alt}
        className="block size-full object-cover"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          if (naturalHeight > 0) setSize({ width: naturalWidth, height: naturalHeight });
        }}
      />
      {box && (
        // Cut as `object-cover` cuts the picture below.
        <svg
          className="pointer-events-none absolute inset-0 size-full"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="xMidYMid slice"
          role="img"
          aria-label={name}
        >
          <rect
            x={box.x * width}
            y={box.y * height}
            width={box.width * width}
            height={box.height * height}
            className="fill-none stroke-st-warn"
            strokeWidth={LINE_PX}
            vectorEffect="non-scaling-stroke"
          />
          <text
            x={(box.x + box.width / 2) * width}
            y={Math.max(TEXT * 1.2, box.y - TEXT * 0.4) * height}
            fontSize={TEXT * height}
            textAnchor="middle"
            className="fill-white font-semibold [paint-order:stroke]"
            stroke="rgb(0 0 0 / 70%)"
            strokeWidth={TEXT * height * 0.25}
          >
            {name}
          </text>
        </svg>
      )}
    </span>
  );
}
