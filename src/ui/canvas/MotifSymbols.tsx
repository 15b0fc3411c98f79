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

/** Parts of the drawing, as attributes: the page is served with it, before its style sheet. */
const STALLS = { fill: 'var(--map-room)' };
const RAIL = { stroke: 'var(--map-route)', strokeWidth: 2, opacity: 0.38 };
const WALL = { stroke: 'var(--map-wall)', strokeWidth: 3, strokeLinecap: 'square' } as const;
const OUTER = { stroke: 'var(--map-outer)', strokeWidth: 6, strokeLinecap: 'square' } as const;
const WINDOW = { stroke: 'var(--map-floor)', strokeWidth: 2.5 };
const TABLE = { fill: 'var(--map-floor)', stroke: 'var(--map-outer)', strokeWidth: 3 };
const PIT = { stroke: 'var(--map-furn)', strokeWidth: 2, strokeDasharray: '2 6' };
const TRAIL = {
  stroke: 'var(--st-working)',
  strokeWidth: 3,
  strokeLinecap: 'round',
  opacity: 0.55,
} as const;
const WAY = { stroke: 'var(--mark)', strokeWidth: 2.5, strokeDasharray: '7 6' };
const RING = { stroke: 'var(--mark)', strokeWidth: 2 };
const GHOST = { stroke: 'var(--st-offline)', strokeWidth: 1.5, strokeDasharray: '3 2.5' };
const HALO = { fill: 'var(--map-halo)', stroke: 'var(--map-halo)', strokeWidth: 4.5 };
const BODY = { fill: 'var(--c)', stroke: 'var(--c)', strokeWidth: 0.5 };
const BADGE = { fill: 'var(--surface)', stroke: 'var(--line-2)', strokeWidth: 0.75 };

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
    <g className={`is-${status}`} strokeLinejoin="round" transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      {ringed && <circle r={radius + RING_PX} {...RING} />}
      {ghost ? (
        <circle r={radius} {...GHOST} />
      ) : (
        [HALO, BODY].map((part) => (
          <path key={part.fill} d={noseOf(radius)} {...part} transform={`rotate(${heading.toFixed(1)})`} />
        ))
      )}
      <path
        d={ROBOT_GLYPHS[kind]}
        fill={ghost ? 'var(--st-offline-text)' : 'var(--on-mark)'}
        transform={`scale(${(radius / GLYPH_SIZE).toFixed(2)})`}
      />
      {radius >= BADGE_FROM && (
        <g transform={`translate(${side * radius * 0.8} ${-radius * 0.84})`}>
          <circle r="7.5" {...BADGE} />
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
    <symbol id={id} viewBox={`0 0 ${size.width} ${size.height}`} fill="none">
      <path d={motif.stalls} {...STALLS} />
      <path d={motif.rails} {...RAIL} />
      <path d={motif.walls} {...WALL} />
      <path d={motif.outer} {...OUTER} />
      <path d={motif.windows} {...WINDOW} />
      <circle cx={size.cx} cy={size.cy} r={size.table} {...TABLE} />
      <circle cx={size.cx} cy={size.cy} r={size.table - 10} {...PIT} />
      <path d={motif.trail} {...TRAIL} />
      <path d={motif.way} {...WAY} />
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
