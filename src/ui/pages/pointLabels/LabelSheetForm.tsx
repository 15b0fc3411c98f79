/** Output of the selected points: sheets or pictures, size, and the button that creates them. */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Download from 'lucide-react/icons/download';
import { LABELS_PER_FILE } from '../../../../contract/rules/mapLimits.ts';
import { labelSheet } from '../../../../contract/rules/pointLabels.ts';
import {
  type PointLabelsRef,
  amountOf,
  selectIsPrinting,
  selectLabels,
} from '../../../machines/pointLabels/pointLabels.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';

export function LabelSheetForm({ screen }: { readonly screen: PointLabelsRef }) {
  const t = useT();
  const context = useSelector(screen, selectLabels);
  const busy = useSelector(screen, selectIsPrinting);
  const {
    sheet: { format, paper, size },
    ticked,
    printing,
    printFailure,
  } = context;
  const { files, pages } = amountOf(context);
  const isPdf = format === 'pdf';
  const count = ticked.length;
  const { perPage } = labelSheet(paper, size);
  return (
    <div className="grid gap-3">
      <SegmentedControl
        full
        label={t('pointLabels.format')}
        value={format}
        onChange={(one) => screen.send({ type: 'sheet.choose', change: { format: one } })}
        options={[
          { value: 'pdf', label: t('pointLabels.pdf') },
          { value: 'zip', label: t('pointLabels.zip') },
        ]}
      />
      {isPdf && (
        <>
          <SegmentedControl
            full
            label={t('pointLabels.size')}
            value={size}
            onChange={(one) => screen.send({ type: 'sheet.choose', change: { size: one } })}
            options={[
              { value: 'small', label: t('shared.small') },
              { value: 'medium', label: t('pointLabels.medium') },
              { value: 'large', label: t('shared.large') },
            ]}
          />
          <SegmentedControl
            full
            label={t('pointLabels.paper')}
            value={paper}
            onChange={(one) => screen.send({ type: 'sheet.choose', change: { paper: one } })}
            options={[
              { value: 'A4', label: t('pointLabels.a4') },
              { value: 'Letter', label: t('pointLabels.letter') },
            ]}
          />
        </>
      )}
      {(isPdf || count > 0) && (
        <p className="text-13 text-text-2">
          {!isPdf
            ? t('pointLabels.pictures', { count })
            : count > 0
              ? t('pointLabels.sheets', { count: pages, perPage })
              : t('pointLabels.perSheet', { count: perPage })}
          {files > 1 && ` ${t('pointLabels.inFiles', { files, limit: LABELS_PER_FILE })}`}
        </p>
      )}
      <div className="flex gap-2">
        <Button
          variant="primary"
          size="l"
          icon={Download}
          wide
          busy={busy}
          disabledReason={count === 0 ? t('pointLabels.tickFirst') : undefined}
          onClick={() => screen.send({ type: 'labels.print' })}
        >
          {isPdf ? t('pointLabels.makePdf') : t('pointLabels.makeZip')}
        </Button>
        {busy && (
          <Button size="l" onClick={() => screen.send({ type: 'labels.cancel' })}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
      {busy && printing && (
        <p className="text-13 text-text-2" role="status">
          {printing.ids.length > LABELS_PER_FILE
            ? t('pointLabels.makingPart', {
                part: printing.done + 1,
                files: Math.ceil(printing.ids.length / LABELS_PER_FILE),
              })
            : t('pointLabels.making', { count: printing.ids.length })}
        </p>
      )}
      {printFailure && !busy && (
        <p className="field-error" role="alert">
          <Icon of={CircleAlert} size={14} />
          {t('pointLabels.notMade')} {t.failure(printFailure)}
        </p>
      )}
    </div>
  );
}
