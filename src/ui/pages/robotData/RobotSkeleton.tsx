/** Skeleton in the page's layout while the robot is loaded, to prevent layout shift. */
import { useT } from '../../hooks/useT.ts';

export function RobotSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-busy="true" aria-label={t('robotData.loading')} className="contents">
      <div className="page-head" aria-hidden="true">
        <span className="sk sk-figure" />
        <div className="page-title">
          <span className="sk mb-2 h-4 w-40" />
          <span className="sk w-28" />
        </div>
      </div>
      <div className="robot-page" aria-hidden="true">
        <div className="robot-left">
          <div className="card robot-map-card" />
          <div className="card robot-commands p-4">
            <span className="sk w-24" />
          </div>
        </div>
        <div className="robot-right">
          <div className="video" />
          <div className="card p-4">
            <span className="sk mb-4 h-8 w-full" />
            <span className="sk h-24 w-full" />
          </div>
          <div className="card flex-1 p-4">
            <span className="sk w-24" />
          </div>
        </div>
      </div>
    </div>
  );
}
