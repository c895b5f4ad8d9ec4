import { english } from "../english/index";
export const words = english; // throw-away
