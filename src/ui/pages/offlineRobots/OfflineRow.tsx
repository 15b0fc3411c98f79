/** One offline robot: name, last place, and since when in its site's time zone. */
import type { OfflineRobot } from '../../../../contract/entities/offlineBoard.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { timeStamp, zoneName } from '../../shell/siteTime.ts';
import { useAge } from '../../labels/useAge.ts';

const ART_PX = 56;

export function OfflineRow({
  robot: { serialNumber, robotNickName, kind, site, timeZone, floor, room, since },
}: {
  readonly robot: OfflineRobot;
}) {
  const t = useT();
  const age = useAge();
  const language = useLanguage();
  const now = useServerNow();
  const place = [site, floor, room].filter(Boolean).join(t('offlineRobots.dot'));
  return (
    <li className="wall-row">
      <RobotArt kind={kind} size={ART_PX} />
      <div className="wall-who">
        <p>
          <b>{robotNickName || serialNumber}</b> {robotNickName !== '' && <span>{serialNumber}</span>}
        </p>
        <p>{place}</p>
      </div>
      <div className="wall-since">
        {since === null ? (
          <b>{t('offlineRobots.never')}</b>
        ) : (
          <>
            <b>{age(now - since)}</b>
            <span>
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
