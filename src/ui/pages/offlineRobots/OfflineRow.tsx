/** One offline robot: name, last place, and since when in its site's time zone. */
import type { OfflineRobot } from '../../../../contract/entities/offlineBoard.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { timeStamp, zoneName } from '../../shell/siteTime.ts';
import { useAge } from '../../labels/useAge.ts';

const ART_PX = 56;

/** Hatched: stale, as everywhere (tokens.css). */
export const STALE = 'bg-[repeating-linear-gradient(135deg,transparent_0_10px,var(--hover)_10px_20px)]';
const ROW =
  'flex items-center gap-[clamp(12px,1.4vw,28px)] rounded border border-line-2 bg-surface px-[clamp(14px,1.4vw,28px)] py-[clamp(12px,1.1vw,22px)] max-desk:flex-wrap [&>svg]:flex-none';
const LINE = 'text-[length:var(--wall-line)]/[1.3] text-text-2';
const NAME = 'text-[length:var(--wall-name)]/[1.25] font-[600] text-text';
const SINCE =
  'grid justify-items-end text-right tabular-nums max-desk:flex-[1_0_100%] max-desk:justify-items-start max-desk:text-left';

export function OfflineRow({
  robot: { serialNumber, robotNickName, kind, site, timeZone, floor, room, since },
  old,
}: {
  readonly robot: OfflineRobot;
  /** The board is outdated. */
  readonly old: boolean;
}) {
  const t = useT();
  const age = useAge();
  const language = useLanguage();
  const now = useServerNow();
  const place = [site, floor, room].filter(Boolean).join(t('offlineRobots.dot'));
  return (
    <li className={classes(ROW, old && STALE, old && 'border-dashed')}>
      <RobotArt kind={kind} size={ART_PX} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className={LINE}>
          <b className={NAME}>{robotNickName || serialNumber}</b> {robotNickName !== '' && <span>{serialNumber}</span>}
        </p>
        <p className={LINE}>{place}</p>
      </div>
      <div className={SINCE}>
        {since === null ? (
          <b className={NAME}>{t('offlineRobots.never')}</b>
        ) : (
          <>
            <b className={NAME}>{age(now - since)}</b>
            <span className={LINE}>
              {t('offlineRobots.since', {
                at: timeStamp(since, timeZone),
                zone: zoneName(timeZone, language, since),
              })}
            </span>
          </>
        )}
      </div>
    </li>
  );
}
