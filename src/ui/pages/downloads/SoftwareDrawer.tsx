/** Details of a software: what is new, the whole SHA-256, which robot has it, and its older versions. */
import { useSelector } from '@xstate/react';
import Copy from 'lucide-react/icons/copy';
import FileUp from 'lucide-react/icons/file-up';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Trash2 from 'lucide-react/icons/trash-2';
import type { SoftwareFile, SoftwareLine, SoftwareRobot } from '../../../../contract/entities/software.ts';
import { softwareStateOf } from '../../../../contract/rules/software.ts';
import { downloadsQuery, lineKey } from '../../../machines/downloads/downloadsQuery.ts';
import { type DownloadsRef, selectDownloads, selectOpenLine } from '../../../machines/downloads/downloads.selectors.ts';
import { newSoftware } from '../../../machines/downloads/softwareForm.machine.ts';
import { useCopy } from '../../hooks/useCopy.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { Drawer } from '../../lists/Drawer.tsx';
import { rowsBeside } from '../../lists/rowsBeside.ts';
import { fileSize } from '../../shell/fileSize.ts';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { groupedSum, modelNames, STATE_KEYS } from './downloadTexts.ts';
import { BLOCK, BLOCK_LOOK } from './RobotBlocks.tsx';

const HEAD = 'text-12 font-semibold';

interface SoftwareDrawerProps {
  readonly screen: DownloadsRef;
  /** Keys of the lines that the page shows, in their order. */
  readonly keys: readonly string[];
}

export function SoftwareDrawer({ screen, keys }: SoftwareDrawerProps) {
  const t = useT();
  const line = useSelector(screen, selectOpenLine);
  const { query, canAdd } = useSelector(screen, selectDownloads);
  if (!line) return null;
  const { version } = downloadsQuery.read(query);
  const [newest] = line.files;
  const file = line.files.find((each) => each.version === version) ?? newest;
  if (!file || !newest) return null;
  const name = `${modelNames(line)} ${file.version}`;
  return (
    <Drawer
      title={name}
      note={`${file.releasedOn} · ${fileSize(t, file.bytes)} · ${file.fileName}`}
      onClose={() => screen.send({ type: 'line.close' })}
      {...rowsBeside(keys, lineKey(line), (key) => screen.send({ type: 'line.open', line: key }))}
      foot={
        <>
          <DownloadButton
            screen={screen}
            fileId={file.fileId}
            name={name}
            damaged={file.damagedAt !== null}
            primary
            size="m"
          />
          {canAdd && (
            <>
              <Button
                icon={FileUp}
                onClick={() => screen.send({ type: 'record.edit', fields: newSoftware(line.models) })}
              >
                {t('downloads.newVersion')}
              </Button>
              <Button
                variant="danger"
                icon={Trash2}
                aria-label={t('shared.deleteName', { name })}
                onClick={() => screen.send({ type: 'record.act', task: { id: file.id, name } })}
              >
                {t('shared.delete')}
              </Button>
            </>
          )}
        </>
      }
    >
      {file.damagedAt !== null && (
        <Problem
          title={t('downloads.damaged')}
          text={t('downloads.damagedSince', { at: timeStamp(file.damagedAt, ownZone()) })}
        />
      )}
      <section className="grid gap-1">
        <h3 className={HEAD}>{t('downloads.notes')}</h3>
        {file.notes === '' ? (
          <p className="text-12 text-text-2">{t('downloads.noNotes')}</p>
        ) : (
          <p className="text-13 whitespace-pre-line wrap-anywhere">{file.notes}</p>
        )}
      </section>
      <section className="grid gap-1">
        <Sum sha256={file.sha256} of={name} />
        <p
          className={classes(
            'flex items-center gap-1.5 text-12',
            file.isCompared ? 'text-st-online-text' : 'text-text-2',
          )}
        >
          {file.isCompared && <Icon of={ShieldCheck} size={14} />}
          {t(file.isCompared ? 'downloads.compared' : 'downloads.notCompared', {
            at: timeStamp(file.addedAt, ownZone()),
          })}
        </p>
      </section>
      <Robots line={line} version={file.version} />
      {line.files.length > 1 && <Versions screen={screen} line={line} shown={file} />}
    </Drawer>
  );
}

/** The whole SHA-256, to be compared by eye too. */
function Sum({ sha256, of }: { readonly sha256: string; readonly of: string }) {
  const t = useT();
  const copy = useCopy();
  return (
    <>
      <div className="flex items-center justify-between">
        <h3 className={HEAD}>{t('downloads.column.sum')}</h3>
        <Button
          size="s"
          variant="ghost"
          icon={Copy}
          aria-label={t('downloads.copySum', { name: of })}
          onClick={() => copy(sha256)}
        >
          {t('common.copy')}
        </Button>
      </div>
      <code className="rounded-in bg-surface-3 px-3 py-2 font-mono text-12 leading-[18px]">{groupedSum(sha256)}</code>
    </>
  );
}

function Robots({ line: { robots, counts }, version }: { readonly line: SoftwareLine; readonly version: string }) {
  const t = useT();
  const more = counts.has + counts.other + counts.unknown - robots.length;
  const saidOf = (robot: SoftwareRobot): string => {
    const state = softwareStateOf(version, robot.version);
    return state === 'other' ? t('downloads.robots.reports', { version: robot.version }) : t(STATE_KEYS[state]);
  };
  return (
    <section className="grid gap-1">
      <h3 className={HEAD}>{t('downloads.column.robots')}</h3>
      {robots.length === 0 && <p className="text-12 text-text-2">{t('downloads.robots.none')}</p>}
      <ul className="grid gap-1">
        {robots.map((robot) => (
          <li key={robot.serialNumber} className="flex min-h-8 items-center gap-2 text-13">
            <i className={classes(BLOCK, BLOCK_LOOK[softwareStateOf(version, robot.version)])} aria-hidden="true" />
            <span className="min-w-0 flex-1 truncate">{robot.name}</span>
            <span className="text-12 text-text-2">{saidOf(robot)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-12 text-text-2">{t('downloads.robots.more', { count: more })}</p>}
    </section>
  );
}

interface VersionsProps {
  readonly screen: DownloadsRef;
  readonly line: SoftwareLine;
  readonly shown: SoftwareFile;
}

function Versions({ screen, line, shown }: VersionsProps) {
  const t = useT();
  return (
    <section className="grid gap-1">
      <h3 className={HEAD}>{t('downloads.versions')}</h3>
      <ul className="flex flex-wrap gap-2">
        {line.files.map(({ id, version, damagedAt }) => (
          <li key={id}>
            <Button
              size="s"
              aria-current={id === shown.id || undefined}
              className={classes(damagedAt !== null && 'text-st-alarm-text')}
              onClick={() => screen.send({ type: 'line.open', line: lineKey(line), version })}
            >
              {version}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
