/** Another user saved or deleted the route during editing: shows both versions, and the user chooses one. */
import { useSelector } from '@xstate/react';
import {
  type RouteEditorRef,
  selectDraftStage,
  selectRoute,
} from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { nameOf } from './routeTexts.ts';

export function ConflictDialog({ editor }: { readonly editor: RouteEditorRef }) {
  const t = useT();
  const draftStage = useSelector(editor, selectDraftStage);
  const { failure, theirs, draft, points } = useSelector(editor, selectRoute);
  const later = (): void => editor.send({ type: 'conflict.later' });
  const person = failure?.words?.['person'];
  const isDeleted = draftStage === 'deleted';
  const sides = theirs
    ? [
        {
          head: t('cruiseRoutes.conflict.mineHead'),
          name: draft.pathName,
          stops: draft.stops.map((stop) => nameOf(t, points, stop)),
        },
        {
          head: t('shared.theirs'),
          name: theirs.pathName,
          stops: theirs.mapAreaVOList.map(({ name }) => name || t('cruiseRoutes.conflict.gone')),
        },
      ]
    : [];
  return (
    <Dialog
      open
      wide={!isDeleted}
      onClose={later}
      closeLabel={t('common.close')}
      title={t(isDeleted ? 'cruiseRoutes.deletedMeanwhile.title' : 'cruiseRoutes.conflict.title')}
      description={
        isDeleted
          ? t('cruiseRoutes.deletedMeanwhile.text')
          : t('cruiseRoutes.conflict.text', {
              person: person === undefined ? t('cruiseRoutes.conflict.someone') : String(person),
            })
      }
      foot={
        <>
          <Button variant="ghost" onClick={later}>
            {t('cruiseRoutes.conflict.later')}
          </Button>
          <Button onClick={() => editor.send({ type: 'conflict.theirs' })}>
            {t(isDeleted ? 'shared.discardChanges' : 'cruiseRoutes.conflict.theirs')}
          </Button>
          <Button variant="primary" onClick={() => editor.send({ type: 'conflict.mine' })}>
            {t(isDeleted ? 'cruiseRoutes.deletedMeanwhile.saveNew' : 'shared.keepMine')}
          </Button>
        </>
      }
    >
      {sides.length > 0 && (
        <div className="grid grid-cols-2 gap-3 text-13">
          {sides.map(({ head, name, stops }) => (
            <section key={head} aria-label={head}>
              <b>{head}</b>
              <p>{name}</p>
              {/* Keyed by index, because two stops can have the same name. */}
              <ol className="mt-1 list-decimal pl-5 text-text-2">
                {stops.map((stop, at) => (
                  <li key={at}>{stop}</li>
                ))}
              </ol>
            </section>
          ))}
        </div>
      )}
    </Dialog>
  );
}
