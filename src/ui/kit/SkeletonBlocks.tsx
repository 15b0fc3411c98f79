/** Placeholder of loading content in its final layout, so that nothing shifts when it arrives. */

export type SkeletonShape = 'rows' | 'cards' | 'table' | 'figures' | 'text';

export interface SkeletonBlocksProps {
  readonly shape: SkeletonShape;
  readonly count: number;
  /** "Loading the robots". */
  readonly label: string;
}

/** Uneven lengths resemble text. */
const LENGTHS = ['w-9/12', 'w-7/12', 'w-8/12', 'w-6/12', 'w-10/12'] as const;
const lengthOf = (index: number): string => LENGTHS[index % LENGTHS.length] ?? LENGTHS[0];

function Block({ shape, index }: { readonly shape: SkeletonShape; readonly index: number }) {
  const length = lengthOf(index);
  if (shape === 'text') return <span className={`sk my-2 ${length}`} />;
  if (shape === 'figures')
    return (
      <div className="figure">
        <span className="sk w-5/12" />
        <span className="sk my-3 h-6 w-4/12" />
        <span className={`sk ${length}`} />
      </div>
    );
  if (shape === 'table') {
    return (
      <div className="flex h-row items-center gap-6 border-b border-line px-3">
        <span className="sk w-4" />
        <span className={`sk ${length} max-w-44`} />
        <span className="sk w-16" />
        <span className={`sk ${lengthOf(index + 2)} flex-1`} />
        <span className="sk w-10" />
      </div>
    );
  }
  return (
    <div className={shape === 'cards' ? 'robot-card' : 'flex items-center gap-3 px-3 py-2'}>
      <span className="sk sk-figure" />
      <div className="flex-1">
        <span className={`sk ${length}`} />
        <span className={`sk mt-2 h-2.5 ${lengthOf(index + 3)}`} />
      </div>
      {shape === 'cards' && <span className="sk w-16" />}
    </div>
  );
}

export function SkeletonBlocks({ shape, count, label }: SkeletonBlocksProps) {
  const grid = { cards: 'grid content-start gap-2', figures: 'figures' } as const;
  return (
    <div
      role="status"
      aria-label={label}
      aria-busy="true"
      className={shape === 'cards' || shape === 'figures' ? grid[shape] : undefined}
    >
      {Array.from({ length: count }, (_, index) => (
        <Block key={index} shape={shape} index={index} />
      ))}
    </div>
  );
}
