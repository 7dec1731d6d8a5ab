package io.mcpclient.internal.support;

import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * A list that cannot be changed, of a class that knows more than its items. Results keep it as it is, see {@link Require#items}.
 *
 * @param <T> type of an item
 */
public abstract class FixedList<T> extends AbstractList<T> implements RandomAccess {}
