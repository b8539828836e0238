#pragma once
// The families of macros that declare delegate types; written by count, which is all they differ in.
#include "CoreTypes.h"

#define DECLARE_DELEGATE(Name) using Name = TDelegate<void()>
#define DECLARE_DELEGATE_RetVal(Result, Name) using Name = TDelegate<Result()>
#define DECLARE_MULTICAST_DELEGATE(Name) using Name = TMulticastDelegate<void()>
#define DECLARE_EVENT(Owner, Name) using Name = TMulticastDelegate<void()>
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE(Name) \
    class Name : public TBaseDynamicMulticastDelegate<> {}
#define DECLARE_DELEGATE_OneParam(Name, T1) using Name = TDelegate<void(T1)>
#define DECLARE_DELEGATE_RetVal_OneParam(Result, Name, T1) using Name = TDelegate<Result(T1)>
#define DECLARE_MULTICAST_DELEGATE_OneParam(Name, T1) using Name = TMulticastDelegate<void(T1)>
#define DECLARE_EVENT_OneParam(Owner, Name, T1) using Name = TMulticastDelegate<void(T1)>
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(Name, T1, N1) \
    class Name : public TBaseDynamicMulticastDelegate<T1> {}
#define DECLARE_DELEGATE_TwoParams(Name, T1, T2) using Name = TDelegate<void(T1, T2)>
#define DECLARE_DELEGATE_RetVal_TwoParams(Result, Name, T1, T2) using Name = TDelegate<Result(T1, T2)>
#define DECLARE_MULTICAST_DELEGATE_TwoParams(Name, T1, T2) using Name = TMulticastDelegate<void(T1, T2)>
#define DECLARE_EVENT_TwoParams(Owner, Name, T1, T2) using Name = TMulticastDelegate<void(T1, T2)>
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(Name, T1, N1, T2, N2) \
    class Name : public TBaseDynamicMulticastDelegate<T1, T2> {}
#define DECLARE_DELEGATE_ThreeParams(Name, T1, T2, T3) using Name = TDelegate<void(T1, T2, T3)>
#define DECLARE_DELEGATE_RetVal_ThreeParams(Result, Name, T1, T2, T3) \
    using Name = TDelegate<Result(T1, T2, T3)>
#define DECLARE_MULTICAST_DELEGATE_ThreeParams(Name, T1, T2, T3) \
    using Name = TMulticastDelegate<void(T1, T2, T3)>
#define DECLARE_EVENT_ThreeParams(Owner, Name, T1, T2, T3) using Name = TMulticastDelegate<void(T1, T2, T3)>
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_ThreeParams(Name, T1, N1, T2, N2, T3, N3) \
    class Name : public TBaseDynamicMulticastDelegate<T1, T2, T3> {}
#define DECLARE_DELEGATE_FourParams(Name, T1, T2, T3, T4) using Name = TDelegate<void(T1, T2, T3, T4)>
#define DECLARE_DELEGATE_RetVal_FourParams(Result, Name, T1, T2, T3, T4) \
    using Name = TDelegate<Result(T1, T2, T3, T4)>
#define DECLARE_MULTICAST_DELEGATE_FourParams(Name, T1, T2, T3, T4) \
    using Name = TMulticastDelegate<void(T1, T2, T3, T4)>
#define DECLARE_EVENT_FourParams(Owner, Name, T1, T2, T3, T4) \
    using Name = TMulticastDelegate<void(T1, T2, T3, T4)>
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_FourParams(Name, T1, N1, T2, N2, T3, N3, T4, N4) \
    class Name : public TBaseDynamicMulticastDelegate<T1, T2, T3, T4> {}
#define DECLARE_DELEGATE_FiveParams(Name, T1, T2, T3, T4, T5) using Name = TDelegate<void(T1, T2, T3, T4, T5)>
#define DECLARE_DELEGATE_RetVal_FiveParams(Result, Name, T1, T2, T3, T4, T5) \
    using Name = TDelegate<Result(T1, T2, T3, T4, T5)>
#define DECLARE_MULTICAST_DELEGATE_FiveParams(Name, T1, T2, T3, T4, T5) \
    using Name = TMulticastDelegate<void(T1, T2, T3, T4, T5)>
#define DECLARE_EVENT_FiveParams(Owner, Name, T1, T2, T3, T4, T5) \
    using Name = TMulticastDelegate<void(T1, T2, T3, T4, T5)>
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_FiveParams(Name, T1, N1, T2, N2, T3, N3, T4, N4, T5, N5) \
    class Name : public TBaseDynamicMulticastDelegate<T1, T2, T3, T4, T5> {}
#define DECLARE_DELEGATE_SixParams(Name, T1, T2, T3, T4, T5, T6) \
    using Name = TDelegate<void(T1, T2, T3, T4, T5, T6)>
#define DECLARE_DELEGATE_RetVal_SixParams(Result, Name, T1, T2, T3, T4, T5, T6) \
    using Name = TDelegate<Result(T1, T2, T3, T4, T5, T6)>
#define DECLARE_MULTICAST_DELEGATE_SixParams(Name, T1, T2, T3, T4, T5, T6) \
    using Name = TMulticastDelegate<void(T1, T2, T3, T4, T5, T6)>
#define DECLARE_EVENT_SixParams(Owner, Name, T1, T2, T3, T4, T5, T6) \
    using Name = TMulticastDelegate<void(T1, T2, T3, T4, T5, T6)>
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_SixParams(Name, T1, N1, T2, N2, T3, N3, T4, N4, T5, N5, T6, N6) \
    class Name : public TBaseDynamicMulticastDelegate<T1, T2, T3, T4, T5, T6> {}
#define DECLARE_DELEGATE_SevenParams(Name, T1, T2, T3, T4, T5, T6, T7) \
    using Name = TDelegate<void(T1, T2, T3, T4, T5, T6, T7)>
#define DECLARE_DELEGATE_RetVal_SevenParams(Result, Name, T1, T2, T3, T4, T5, T6, T7) \
    using Name = TDelegate<Result(T1, T2, T3, T4, T5, T6, T7)>
#define DECLARE_MULTICAST_DELEGATE_SevenParams(Name, T1, T2, T3, T4, T5, T6, T7) \
    using Name = TMulticastDelegate<void(T1, T2, T3, T4, T5, T6, T7)>
#define DECLARE_EVENT_SevenParams(Owner, Name, T1, T2, T3, T4, T5, T6, T7) \
    using Name = TMulticastDelegate<void(T1, T2, T3, T4, T5, T6, T7)>
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_SevenParams(Name, T1, N1, T2, N2, T3, N3, T4, N4, T5, N5, T6, N6, \
                                                       T7, N7)                                               \
    class Name : public TBaseDynamicMulticastDelegate<T1, T2, T3, T4, T5, T6, T7> {}
#define DECLARE_DELEGATE_EightParams(Name, T1, T2, T3, T4, T5, T6, T7, T8) \
    using Name = TDelegate<void(T1, T2, T3, T4, T5, T6, T7, T8)>
#define DECLARE_DELEGATE_RetVal_EightParams(Result, Name, T1, T2, T3, T4, T5, T6, T7, T8) \
    using Name = TDelegate<Result(T1, T2, T3, T4, T5, T6, T7, T8)>
#define DECLARE_MULTICAST_DELEGATE_EightParams(Name, T1, T2, T3, T4, T5, T6, T7, T8) \
    using Name = TMulticastDelegate<void(T1, T2, T3, T4, T5, T6, T7, T8)>
#define DECLARE_EVENT_EightParams(Owner, Name, T1, T2, T3, T4, T5, T6, T7, T8) \
    using Name = TMulticastDelegate<void(T1, T2, T3, T4, T5, T6, T7, T8)>
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_EightParams(Name, T1, N1, T2, N2, T3, N3, T4, N4, T5, N5, T6, N6, \
                                                       T7, N7, T8, N8)                                       \
    class Name : public TBaseDynamicMulticastDelegate<T1, T2, T3, T4, T5, T6, T7, T8> {}
#define DECLARE_DELEGATE_NineParams(Name, T1, T2, T3, T4, T5, T6, T7, T8, T9) \
    using Name = TDelegate<void(T1, T2, T3, T4, T5, T6, T7, T8, T9)>
#define DECLARE_DELEGATE_RetVal_NineParams(Result, Name, T1, T2, T3, T4, T5, T6, T7, T8, T9) \
    using Name = TDelegate<Result(T1, T2, T3, T4, T5, T6, T7, T8, T9)>
#define DECLARE_MULTICAST_DELEGATE_NineParams(Name, T1, T2, T3, T4, T5, T6, T7, T8, T9) \
    using Name = TMulticastDelegate<void(T1, T2, T3, T4, T5, T6, T7, T8, T9)>
#define DECLARE_EVENT_NineParams(Owner, Name, T1, T2, T3, T4, T5, T6, T7, T8, T9) \
    using Name = TMulticastDelegate<void(T1, T2, T3, T4, T5, T6, T7, T8, T9)>
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_NineParams(Name, T1, N1, T2, N2, T3, N3, T4, N4, T5, N5, T6, N6, \
                                                      T7, N7, T8, N8, T9, N9)                               \
    class Name : public TBaseDynamicMulticastDelegate<T1, T2, T3, T4, T5, T6, T7, T8, T9> {}
