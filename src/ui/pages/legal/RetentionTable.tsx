/** For how long this installation keeps each kind of record, in one table. */
import { FACE_DAYS } from '../../../../contract/rules/faces.ts';
import { RETENTION_KINDS, type RetentionDays, type RetentionKind } from '../../../../contract/rules/retention.ts';
import { useT } from '../../hooks/useT.ts';

const NAMES = {
  tracks: 'legal.retention.tracks',
  stills: 'legal.retention.stills',
  photos: 'legal.retention.photos',
  alarmPhotos: 'legal.retention.alarmPhotos',
  alarms: 'legal.retention.alarms',
  calls: 'legal.retention.calls',
  questions: 'legal.retention.questions',
  visits: 'legal.retention.visits',
  disinfections: 'routes.disinfectionRecords',
  routeRuns: 'legal.retention.routeRuns',
  inquiries: 'legal.retention.inquiries',
  messages: 'legal.retention.messages',
  problemReports: 'legal.retention.problemReports',
  commands: 'legal.retention.commands',
  audit: 'routes.audit',
} as const satisfies Record<RetentionKind, string>;

const HEAD = 'py-1.5 pr-4 text-left font-normal';
const CELL = 'py-1.5 text-right tabular-nums desk:whitespace-nowrap';

export function RetentionTable({ days }: { readonly days: RetentionDays }) {
  const t = useT();
  const inDays = (count: number) => t('legal.retention.days', { count });
  const rows: readonly (readonly [string, string])[] = [
    ...RETENTION_KINDS.map((kind) => [t(NAMES[kind]), inDays(days[kind])] as const),
    [t('legal.retention.facePictures'), t('legal.retention.bySite', { count: FACE_DAYS.pictures })],
    [t('routes.faceRecords'), t('legal.retention.bySite', { count: FACE_DAYS.records })],
  ];
  return (
    <section aria-labelledby="retention-title">
      <h2 id="retention-title" className="mt-6 text-16 font-semibold">
        {t('legal.retention.title')}
      </h2>
      <table className="mt-2 w-full border-collapse text-14" aria-labelledby="retention-title">
        <thead className="text-12 text-text-2">
          <tr>
            <th scope="col" className={HEAD}>
              {t('legal.retention.what')}
            </th>
            <th scope="col" className={`${CELL} font-normal`}>
              {t('legal.retention.howLong')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, period]) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className={HEAD}>
                {name}
              </th>
              <td className={CELL}>{period}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
