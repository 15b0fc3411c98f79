/** @jsxRuntime automatic */
/**
 * The sign-in illustration: a roundhouse with a stall for every robot. It uses design tokens, so it follows the dark
 * theme. It is rendered at build time into the console's page (vite.config.ts), which keeps it out of the first chunk.
 */
import { ROBOT_GLYPHS } from '../icons/robotGlyphs.ts';
import { STATUS_SHAPES } from '../icons/statusShapes.ts';
import { motifOf, NARROW, WIDE } from './motifShape.ts';
import type { MotifRobot, MotifSize } from './motifShape.ts';

const GLYPH_SIZE = 13 / 1.05;
const BADGE_FROM = 10.5;
const RING_PX = 8;

const noseOf = (radius: number): string =>
  `M${radius * 0.5} ${-radius * 0.86}L${radius + 6.5}-1.2Q${radius + 7.5} 0 ${radius + 6.5} 1.2L${radius * 0.5} ${radius * 0.86}ZM${radius} 0A${radius} ${radius} 0 1 1 ${radius}-.01Z`;

function Robot({
  robot: { x, y, heading, kind, status },
  radius,
  ringed = false,
}: {
  readonly robot: MotifRobot;
  readonly radius: number;
  readonly ringed?: boolean;
}) {
  const ghost = status === 'offline';
  const side = Math.cos((heading * Math.PI) / 180) > 0.3 ? -1 : 1;
  return (
    <g className={`is-${status}`} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      {ringed && <circle r={radius + RING_PX} className="motif-ring" />}
      {ghost ? (
        <circle r={radius} className="motif-ghost" />
      ) : (
        ['motif-halo', 'motif-body'].map((part) => (
          <path key={part} d={noseOf(radius)} className={part} transform={`rotate(${heading.toFixed(1)})`} />
        ))
      )}
      <path
        d={ROBOT_GLYPHS[kind]}
        className={ghost ? 'motif-glyph-ghost' : 'motif-glyph'}
        transform={`scale(${(radius / GLYPH_SIZE).toFixed(2)})`}
      />
      {radius >= BADGE_FROM && (
        <g transform={`translate(${side * radius * 0.8} ${-radius * 0.84})`}>
          <circle r="7.5" className="motif-badge" />
          {STATUS_SHAPES[status].map((path) => (
            <path key={path} d={path} className="shape" transform="translate(-5 -5) scale(.833)" fillRule="evenodd" />
          ))}
        </g>
      )}
    </g>
  );
}

function Drawing({ id, size }: { readonly id: string; readonly size: MotifSize }) {
  const motif = motifOf(size);
  return (
    <symbol id={id} viewBox={`0 0 ${size.width} ${size.height}`}>
      <path d={motif.stalls} className="motif-stalls" />
      <path d={motif.rails} className="motif-rail" />
      <path d={motif.walls} className="motif-wall" />
      <path d={motif.outer} className="motif-outer" />
      <path d={motif.windows} className="motif-window" />
      <circle cx={size.cx} cy={size.cy} r={size.table} className="motif-floor" />
      <circle cx={size.cx} cy={size.cy} r={size.table - 10} className="motif-pit" />
      <path d={motif.trail} className="motif-trail" />
      <path d={motif.way} className="motif-path" />
      {motif.robots.map((robot) => (
        <Robot key={`${robot.x} ${robot.y}`} robot={robot} radius={size.robot} />
      ))}
      <Robot robot={motif.leaver} radius={size.leaver} ringed />
    </symbol>
  );
}

/** Invisible symbol definitions; RoundhouseMotif.tsx refers to them. */
export function MotifSymbols() {
  return (
    <svg width="0" height="0" aria-hidden="true" style={{ position: 'absolute' }}>
      <Drawing id="motif-wide" size={WIDE} />
      <Drawing id="motif-narrow" size={NARROW} />
    </svg>
  );
}
