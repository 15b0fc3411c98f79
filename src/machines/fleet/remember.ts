/** Memoises the last result by its arguments, so that a selector does not build a new list from unchanged data. */
export function remember<Arguments extends readonly unknown[], Answer>(
  find: (...given: Arguments) => Answer,
): (...given: Arguments) => Answer {
  let last: { given: Arguments; answer: Answer } | null = null;
  return (...given) => {
    if (last?.given.every((value, index) => Object.is(value, given[index]))) return last.answer;
    const answer = find(...given);
    last = { given, answer };
    return answer;
  };
}
