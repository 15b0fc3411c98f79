/** Floors that robots map: the button with its dialog, and the list of the last mappings, from which one is imported. */
import { useSelector } from '@xstate/react';
import Radar from 'lucide-react/icons/radar';
import { hasEnded } from '../../../../contract/rules/commandLife.ts';
import type { MapScan } from '../../../../contract/endpoints/mapScans.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import type { MapsRef } from '../../../machines/maps/maps.selectors.ts';
import {
  type MapScansRef,
  selectIsChoosingScan,
  selectIsStartingScan,
  selectMapScans,
  selectScanQuestion,
} from '../../../machines/maps/maps.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { Select } from '../../kit/Select.tsx';
import { reasonText } from '../../labels/commandReason.ts';
import { displacedText } from '../../labels/displacedText.ts';
import { Question } from '../../shell/Question.tsx';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';

interface MapScansProps {
  readonly screen: MapsRef;
  readonly part: MapScansRef;
}

export function MapWithRobotButton({ part }: Pick<MapScansProps, 'part'>) {
  const t = useT();
  const { robots } = useSelector(part, selectMapScans);
  const choosing = useSelector(part, selectIsChoosingScan);
  return (
    <>
      <Button
        icon={Radar}
        disabledReason={robots.length === 0 ? t('maps.scan.noRobot') : undefined}
        onClick={() => part.send({ type: 'scan.new' })}
      >
        {t('maps.scan.open')}
      </Button>
      {choosing && <ChooseRobot part={part} />}
    </>
  );
}

function ChooseRobot({ part }: Pick<MapScansProps, 'part'>) {
  const t = useT();
  const { robots, serialNumber, refusal } = useSelector(part, selectMapScans);
  const starting = useSelector(part, selectIsStartingScan);
  const live = useSelector(useFleet(), selectRobots).find((robot) => robot.serialNumber === serialNumber)?.live;
  const name = robots.find((robot) => robot.serialNumber === serialNumber)?.name ?? serialNumber;
  const displaced = live ? displacedText(t, 'buildMap', live, name) : null;
  return (
    <FormDialog
      title={t('maps.scan.title')}
      description={t('maps.scan.about')}
      submitLabel={
        displaced
          ? t('maps.scan.startEnds', { robot: name, task: displaced.noun })
          : t('maps.scan.start', { robot: name })
      }
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={starting}
      refusal={refusal ? t.failure(refusal) : undefined}
      onSubmit={() => part.send({ type: 'scan.start', replaces: displaced?.kind ?? null })}
      onCancel={() => part.send({ type: 'scan.close' })}
    >
      <Field label={t('common.robot')}>
        <Select
          value={serialNumber}
          options={robots.map((robot) => ({ value: robot.serialNumber, label: robot.name }))}
          onChange={(chosen) => part.send({ type: 'scan.choose', serialNumber: chosen })}
        />
      </Field>
      {displaced && <p className="text-13 text-text-2">{displaced.text}</p>}
    </FormDialog>
  );
}

export function MapScans({ screen, part }: MapScansProps) {
  const t = useT();
  const { scans, failure } = useSelector(part, selectMapScans);
  const question = useSelector(part, selectScanQuestion);
  if (failure)
    return (
      <p className="card px-4 py-3 text-13" role="alert">
        {t('maps.scan.failed')} {t.failure(failure)}
      </p>
    );
  if (scans.length === 0) return null;
  return (
    <section className="card card-clip flex-none" aria-label={t('maps.scan.list')}>
      <h2 className="px-4 pt-3 pb-1 text-14 font-semibold">{t('maps.scan.list')}</h2>
      <ul className="max-h-[260px] overflow-y-auto">
        {scans.map((scan) => (
          <ScanRow key={scan.id} screen={screen} part={part} scan={scan} />
        ))}
      </ul>
      <Question question={question} />
    </section>
  );
}

const PER_CENT = 100;

function ScanRow({ screen, part, scan }: MapScansProps & { readonly scan: MapScan }) {
  const t = useT();
  const { robotName, state, progress, reason, askedBy, askedAt, fileId } = scan;
  const outcome =
    state === 'running'
      ? progress === null
        ? t('maps.scan.running')
        : t('maps.scan.progress', { percent: Math.round(progress * PER_CENT) })
      : state === 'finished'
        ? t('maps.scan.finished')
        : state === 'failed'
          ? t('maps.scan.ended', { reason: reason ? reasonText(t, reason) : '' })
          : state === 'expired'
            ? t('maps.scan.expired')
            : t('maps.scan.asked');
  return (
    <li className="flex flex-wrap items-center gap-3 border-line-2 px-4 py-2 not-first:border-t">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{robotName}</p>
        <p className="text-12 text-text-2">
          {t('maps.scan.row', { by: askedBy, at: timeStamp(askedAt, ownZone()) })} · {outcome}
        </p>
      </div>
      {!hasEnded(state) && (
        <Button
          size="s"
          aria-label={t('maps.scan.cancel.open', { robot: robotName })}
          onClick={() => part.send({ type: 'scan.cancel', scan })}
        >
          {t('common.cancel')}
        </Button>
      )}
      {fileId !== null && (
        <Button
          size="s"
          variant="primary"
          aria-label={t('maps.scan.importOf', { robot: robotName })}
          onClick={() => screen.send({ type: 'map.importScan', fileId })}
        >
          {t('maps.scan.import')}
        </Button>
      )}
    </li>
  );
}
