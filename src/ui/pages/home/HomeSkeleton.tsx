/** Skeleton in the final layout, shown until the first list is loaded, to prevent layout shift. */
import { useT } from '../../hooks/useT.ts';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import type { HomeView } from './homeQuery.ts';

const CARDS = 7;
const ROWS = 12;

export function HomeSkeleton({ view }: { readonly view: HomeView }) {
  const t = useT();
  const label = t('shell.loadingRobots');
  return (
    <>
      <div className="card fleet-card" aria-hidden="true">
        <div className="fleet-train">
          <span className="sk w-24" />
          <span className="sk my-3 h-7" />
          <span className="sk w-60" />
        </div>
        {Array.from({ length: 4 }, (_, index) => (
          <div key={index} className="figure">
            <span className="sk w-24" />
            <span className="sk my-3 h-6 w-14" />
            <span className="sk w-32" />
          </div>
        ))}
      </div>
      <div className="filters" aria-hidden="true">
        {Array.from({ length: 6 }, (_, index) => (
          <span key={index} className="sk h-7 w-24 rounded-full" />
        ))}
      </div>
      {view === 'table' ? (
        <div className="card card-clip">
          <SkeletonBlocks shape="table" count={ROWS} label={label} />
        </div>
      ) : (
        <div className="home-split">
          <div className="home-list">
            <SkeletonBlocks shape="cards" count={CARDS} label={label} />
          </div>
          <div className="card bg-map-void max-desk:hidden" aria-hidden="true" />
        </div>
      )}
    </>
  );
}
