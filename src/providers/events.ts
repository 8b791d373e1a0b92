/** What happens when tools are turned into a provider's form. */
export type FormatEvent = {
  readonly type: "tools.converted";
  readonly count: number;
  readonly provider: string;
};
