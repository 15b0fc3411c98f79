/** Who asks to open the faces of a robot for an hour, and why: its administrators allow or refuse it, and end what they allowed. */
import { useSelector } from '@xstate/react';
import {
  type FaceRecordsRef,
  selectFaces,
  selectIsAnswering,
} from '../../../machines/faceRecords/faceRecords.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { timeOfDay, timeStamp } from '../../shell/siteTime.ts';
import { reasonText } from './faceTexts.ts';

interface RequestsProps {
  readonly screen: FaceRecordsRef;
  readonly timeZone: string;
}

export function RevealRequests({ screen, timeZone }: RequestsProps) {
  const t = useT();
  const { requests } = useSelector(screen, selectFaces);
  const answering = useSelector(screen, selectIsAnswering);
  if (requests.length === 0) return null;
  return (
    <ul className="grid flex-none gap-2" aria-label={t('faceRecords.requests.name')}>
      {requests.map(({ serialNumber, robotName, askerId, askerName, reason, note, at, until }) => {
        const names = { who: askerName, robot: robotName };
        const answer = (allow: boolean) => screen.send({ type: 'request.answer', serialNumber, askerId, at, allow });
        return (
          <li
            key={`${serialNumber} ${askerId}`}
            className="flex flex-wrap items-center gap-2 rounded bg-surface-3 px-3 py-2 text-13"
          >
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <b className="block font-semibold">
                {until
                  ? t('faceRecords.requests.allowed', { ...names, at: timeOfDay(until, timeZone) })
                  : t('faceRecords.requests.text', names)}
              </b>
              <span className="text-12 text-text-2">
                {[timeStamp(at, timeZone), t('faceRecords.reveal.entry', { reason: reasonText(t, reason), note })].join(
                  ' · ',
                )}
              </span>
            </span>
            <Button
              size="s"
              aria-label={t(until ? 'faceRecords.requests.endName' : 'faceRecords.requests.refuseName', names)}
              busy={answering}
              onClick={() => answer(false)}
            >
              {t(until ? 'faceRecords.requests.end' : 'faceRecords.requests.refuse')}
            </Button>
            {!until && (
              <Button
                size="s"
                variant="primary"
                aria-label={t('faceRecords.requests.allowName', names)}
                busy={answering}
                onClick={() => answer(true)}
              >
                {t('faceRecords.requests.allow')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
